/** The nonce for style elements added at run time. */
export const styleNonce = document.querySelector<HTMLElement>('meta[name="style-nonce"]')?.nonce ?? '';

// for react-remove-scroll, which locks the page behind a dialog
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
