/** Returns items in the order of their times, and of their arrival if the times are equal. */
export class DueHeap<T> {
  readonly #items: { at: number; order: number; item: T }[] = [];
  #added = 0;

  get next(): number {
    return this.#items[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  add(at: number, item: T): void {
    const items = this.#items;
    let place = items.push({ at, order: this.#added++, item }) - 1;
    for (let above = (place - 1) >> 1; place > 0 && this.#isBefore(place, above); above = (place - 1) >> 1) {
      [items[place], items[above]] = [items[above]!, items[place]!];
      place = above;
    }
  }

  /** Removes the first item. */
  take(): T {
    const items = this.#items;
    const first = items[0]!;
    const last = items.pop()!;
    if (items.length) {
      items[0] = last;
      for (let place = 0; ; ) {
        const left = 2 * place + 1;
        const least = this.#isBefore(left + 1, left) ? left + 1 : left;
        if (!this.#isBefore(least, place)) break;
        [items[place], items[least]] = [items[least]!, items[place]!];
        place = least;
      }
    }
    return first.item;
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#items[one], this.#items[other]];
    return a !== undefined && b !== undefined && (a.at - b.at || a.order - b.order) < 0;
  }
}
