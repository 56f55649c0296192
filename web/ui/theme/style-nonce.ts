/** The nonce that the content policy requires for style elements added at run time. */
export const styleNonce = document.querySelector<HTMLElement>('meta[name="style-nonce"]')?.nonce ?? '';

// react-remove-scroll, which locks the page behind a dialog, reads it here
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
