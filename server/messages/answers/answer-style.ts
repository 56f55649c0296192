import { createHash } from 'node:crypto';

/** The look of the answer page: for a telephone first, readable without any picture, script or font from elsewhere. */
export const answerStyle = `
*{box-sizing:border-box}
body{margin:0;background:#f1f3f5;color:#212529;font:1.125rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
.mode{margin:0;padding:.75rem 1rem;background:#f2ae00;color:#000;font-weight:700;text-align:center}
main{max-width:36rem;margin:0 auto;padding:1rem;background:#fff;min-height:100vh}
header{display:flex;justify-content:space-between;gap:1rem;align-items:baseline;color:#495057}
header p{margin:0;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:1rem 0 .5rem;overflow-wrap:anywhere}
.text{white-space:pre-wrap;overflow-wrap:anywhere;margin:0 0 1rem}
.note,.fault,.done{padding:.75rem 1rem;border-left:.375rem solid;margin:1rem 0}
.note{border-color:#0d6596;background:#e7f3fa}
.fault{border-color:#b31218;background:#fdecec}
.done{border-color:#516900;background:#f1f7e4}
.note p,.fault p,.done p{margin:0}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{font-size:1.25rem;font-weight:700;padding:0;margin:.5rem 0}
.option{border:2px solid #868e96;border-radius:.5rem;margin:0 0 .75rem}
.option:has(input:checked){border-color:#0d6596;background:#e7f3fa}
.choice{display:flex;align-items:center;gap:.75rem;min-height:3.5rem;padding:.5rem 1rem;font-weight:600;cursor:pointer;overflow-wrap:anywhere}
input[type=radio]{width:1.5rem;height:1.5rem;flex:none;margin:0;accent-color:#0d6596}
.minutes{padding:0 1rem 1rem}
@supports selector(:has(a)){.minutes{display:none}.option:has(input:checked) .minutes{display:block}}
label:not(.choice){display:block;margin-bottom:.375rem}
.field{margin:1rem 0}
input[type=text],textarea{width:100%;font:inherit;padding:.625rem .75rem;border:2px solid #868e96;border-radius:.5rem;background:#fff;color:inherit}
.hint{color:#495057;font-size:1rem}
button,.button{display:block;width:100%;min-height:3.5rem;padding:.75rem 1rem;border:0;border-radius:.5rem;background:#0d6596;color:#fff;font:inherit;font-weight:700;text-align:center;text-decoration:none;cursor:pointer}
button.arrive{background:#516900;margin:1rem 0}
a{color:#0d6596;padding:.5rem 0}
.button{display:flex;align-items:center;justify-content:center;color:#fff;margin-top:1.5rem}
:focus-visible{outline:3px solid #f2ae00;outline-offset:2px;box-shadow:0 0 0 5px #212529}
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * What a page without sign-in may load: its own style and nothing else; its forms go to itself. A script it carries may
 * run, and start the application's service worker.
 */
export const policyFor = (style: string, script?: string): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script ? [`script-src ${hashOf(script)}`, "worker-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Sends a form again that could not be taken, not everybody's in the same moment. */
export const againScript = `
document.getElementById('soon').hidden = false;
document.getElementById('now').hidden = true;
setTimeout(() => document.forms[0].submit(), 2000 + Math.random() * 4000);
`;

/** What the answer page may load. */
export const answerPolicy = policyFor(answerStyle);

/** What a page may load that sends a form again. */
export const againPolicy = policyFor(answerStyle, againScript);
