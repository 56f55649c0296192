import { createHash } from 'node:crypto';
import { reportDirectives } from '#server/api/http/policy-reports.ts';
import { answerColours } from '#server/channels/rendering/answer-colours.ts';

/** For pages of personal links: phones first, light or dark, without external content. */
export const answerStyle = `
:root{color-scheme:light dark;--ground:#f1f3f5;--paper:#fff;--ink:#212529;--soft:#495057;--line:#868e96;--link:#0d6596;--info:#0d6596;--warn:#b31218;--good:#516900;--open:#8a5a00;--info-ground:#e7f3fa;--warn-ground:#fdecec;--good-ground:#f1f7e4;--open-ground:#fff3d6}
@media (prefers-color-scheme:dark){:root{--ground:#101316;--paper:#1b1f23;--ink:#e9ecef;--soft:#c1c8cf;--link:#7cc4ee;--info:#7cc4ee;--warn:#ff9d9d;--good:#b5d46a;--open:#f2c14e;--info-ground:#10303f;--warn-ground:#401d1f;--good-ground:#28330f;--open-ground:#3a2e10}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1.125rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
.mode{margin:0 0 .5rem;padding:.375rem 1rem;font-size:1rem;background:#f2ae00;color:#000;font-weight:700;text-align:center}
main{max-width:36rem;margin:0 auto;padding:.5rem 1rem 2rem;background:var(--paper);min-height:100vh}
header{display:flex;justify-content:space-between;gap:1rem;align-items:baseline;color:var(--soft);font-size:1rem}
header p{margin:0;overflow-wrap:anywhere}
h1{font-size:1.375rem;line-height:1.25;margin:.25rem 0 .5rem;overflow-wrap:anywhere}
.for{display:flex;justify-content:space-between;align-items:center;gap:.25rem 1rem;margin:0 0 .75rem}
.for p{flex:1 1 0;min-width:0;margin:0;line-height:1.35;overflow-wrap:anywhere}
.for strong{display:block}
a.call{display:flex;flex-direction:column;align-items:center;justify-content:center;max-width:60%;min-height:2.75rem;padding:.25rem .75rem;border:2px solid;border-radius:.5rem;font-size:1rem;font-weight:600;line-height:1.25;text-align:center;text-decoration:none}
.end{padding:.75rem 1rem;border:2px solid var(--line);border-radius:.5rem;margin:.5rem 0 1rem;background:var(--ground)}
.end p{margin:0;overflow-wrap:anywhere}
.end strong{font-size:1.375rem;line-height:1.25}
.end.clear{border-color:var(--good);background:var(--good-ground)}
.end.corrected{border-color:var(--open);background:var(--open-ground)}
.end.corrected strong{font-size:1.125rem}
.end .said{white-space:pre-wrap;margin-top:.5rem}
summary{min-height:2.75rem;padding:.5rem 0;color:var(--link);cursor:pointer}
.anyway[open] summary{margin-bottom:.5rem}
.text{white-space:pre-wrap;overflow-wrap:anywhere;margin:1.25rem 0 0}
.note,.fault,.done{padding:.625rem 1rem;border-left:.375rem solid;margin:.5rem 0}
.note{border-color:var(--info);background:var(--info-ground)}
.fault{border-color:var(--warn);background:var(--warn-ground)}
.done{border-color:var(--good);background:var(--good-ground)}
.note p,.fault p,.done p{margin:0;overflow-wrap:anywhere}
.note p,.done p{line-height:1.35}
.done p+p,.earlier p:first-child{font-size:1rem}
.done strong{font-size:1.25rem}
.done.positive{background:var(--good-ground)}
.done.negative{border-color:var(--warn);background:var(--warn-ground)}
.done.neutral{border-color:var(--open);background:var(--open-ground)}
.done .where,.where{font-size:inherit;font-weight:700}
#sending{position:sticky;bottom:.5rem}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{font-weight:700;padding:0;margin:.5rem 0}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;padding:0;border:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
label{display:block;margin-bottom:.375rem}
.field{margin:1rem 0}
input[type=text],textarea{width:100%;font:inherit;padding:.625rem .75rem;border:2px solid var(--line);border-radius:.5rem;background:var(--paper);color:inherit}
.hint{color:var(--soft);font-size:1rem}
button,.button{display:block;width:100%;min-height:3.5rem;padding:.75rem 1rem;border:0;border-radius:.5rem;background:#0d6596;color:#fff;font:inherit;font-weight:700;text-align:center;text-decoration:none;cursor:pointer;overflow-wrap:anywhere}
button.unseen{min-height:0}
.option{min-height:4rem;margin:0 0 .5rem;padding:.5rem 1rem;font-size:1.25rem;line-height:1.2}
.option.front{min-height:6rem;font-size:1.5rem}
.positive{background:${answerColours.POSITIVE}}
.negative{background:${answerColours.NEGATIVE}}
.neutral{background:${answerColours.NEUTRAL}}
.quiet{background:#495057}
.arrive,.chips button{border:2px solid;background:var(--paper)}
.arrive{min-height:3rem;padding:.5rem 1rem;color:var(--good);margin:.5rem 0}
.chips{display:grid;grid-template-columns:repeat(6,1fr);gap:.5rem}
.chips button{grid-column:span 2;min-height:3rem;padding:.5rem .25rem;color:var(--link);white-space:nowrap}
.chips button:nth-child(n+4){grid-column:span 3}
.chips [aria-pressed=true]{border-color:#0d6596;background:#0d6596;color:#fff}
a{color:var(--link);padding:.5rem 0}
.button{display:flex;align-items:center;justify-content:center;color:#fff;margin-top:1rem}
:focus-visible{outline:3px solid #f2ae00;outline-offset:2px;box-shadow:0 0 0 5px #212529}
@media (forced-colors:active){button,.button,a.call{border:2px solid ButtonBorder}.end,.note,.fault,.done{border:3px solid CanvasText}}
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface PageScript {
  text: string;
  may: string;
}

/** Returns the content policy of a page without sign-in. */
export const policyFor = (style: string, script?: PageScript): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script ? [`script-src ${hashOf(script.text)}`, script.may] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...Object.entries(reportDirectives).map(([name, [value]]) => `${name} ${value}`),
  ].join('; ');
