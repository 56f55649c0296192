/** What the content policy of this page wants style elements to carry that are put in while it runs. */
export const styleNonce = document.querySelector<HTMLElement>('meta[name="style-nonce"]')?.nonce ?? '';

// where react-remove-scroll, which keeps the page still behind a dialog, looks for it
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
