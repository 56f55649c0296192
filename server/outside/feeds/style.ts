/** For phones first, light or dark, without external resources. */
export const feedStyle = `
:root{color-scheme:light dark;--ground:#f1f3f5;--paper:#fff;--ink:#212529;--soft:#495057;--line:#ced4da;--link:#0d6596;--warn:#b31218;--good:#3f5200}
@media (prefers-color-scheme:dark){:root{--ground:#16191d;--paper:#212529;--ink:#f1f3f5;--soft:#c1c8cf;--line:#495057;--link:#7cc4ee;--warn:#ff9d9d;--good:#c3df77}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;overflow-wrap:anywhere}
.frame{max-width:46rem;margin:0 auto;padding:1rem}
.top{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;color:var(--soft)}
.top p{margin:0}
a{color:var(--link);text-underline-offset:.15em}
.top a,nav a,footer a,.more a{display:inline-block;padding:.625rem 0;min-height:2.75rem}
h1{font-size:1.75rem;line-height:1.2;margin:.75rem 0 .25rem}
.lead{margin:0 0 1rem;color:var(--soft)}
nav ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;list-style:none;margin:0 0 1rem;padding:0;border-bottom:1px solid var(--line)}
nav [aria-current]{color:var(--ink);font-weight:700;text-decoration:none;box-shadow:inset 0 -3px var(--link)}
article{background:var(--paper);border:1px solid var(--line);border-left:.375rem solid var(--warn);border-radius:.375rem;padding:1rem 1.25rem;margin:0 0 1rem}
article[data-kind=cancel]{border-left-color:var(--good)}
article[data-over]{border-left-color:var(--line)}
article[data-over] :is(h2,h3),article[data-over] .text{color:var(--soft)}
h2{font-size:1.25rem;line-height:1.3;margin:.125rem 0 .5rem}
h2 a,h3 a{color:inherit;text-decoration:none;display:block;padding:.25rem 0}
h2 a:hover,h3 a:hover{text-decoration:underline}
h3{font-size:1.125rem;line-height:1.3;margin:.125rem 0 .5rem}
.when{margin:0;color:var(--soft);font-size:.9375rem}
.kind{font-weight:700;color:var(--warn)}
[data-kind=cancel] .kind{color:var(--good)}
.note{margin:0 0 .75rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.25rem;color:var(--ink)}
.text p{margin:0 0 .75rem;white-space:normal}
.text p:last-child{margin-bottom:0}
.more{margin:0}
details{margin:0 0 1rem}
summary{padding:.625rem 0;min-height:2.75rem;cursor:pointer;color:var(--link)}
.brand{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem;padding:.5rem 0;border-bottom:.25rem solid #1e8dcb}
.brand p{margin:0;flex:1 1 12rem;font-weight:700;font-size:1.125rem}
.brand nav a{display:inline-block;padding:.625rem 0;min-height:2.75rem}
.brand picture{display:flex;border-radius:.5rem}
.brand img{display:block;height:3rem;max-width:12rem;object-fit:contain}
.event>h2{margin:1.5rem 0 .5rem}
.none{background:var(--paper);border:1px solid var(--line);border-radius:.375rem;padding:1rem 1.25rem;margin:1rem 0}
.feeds{border-top:1px solid var(--line);margin-top:2rem;padding-top:.5rem}
.feeds ul{list-style:none;margin:0;padding:0}
.feeds li{display:flex;flex-wrap:wrap;gap:0 1.25rem}
.feeds a{display:inline-block;padding:.625rem 0;min-height:2.75rem}
@media (prefers-color-scheme:dark){[data-light]{background:#fff;padding:.25rem .5rem}}
footer{display:flex;flex-wrap:wrap;gap:0 1.25rem;align-items:baseline;color:var(--soft);border-top:1px solid var(--line);margin-top:1.5rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
`;
