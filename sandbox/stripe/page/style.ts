import { raw } from 'hono/html';

/** The payment page's style sheet. */
export const STYLE = raw(`
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1a1f36;background:#f6f8fa}
.mark{margin:0;padding:.6rem 1rem;text-align:center;background:#fff3d6;color:#5c3d00;font-size:.9rem}
main{display:grid;gap:2rem;max-width:62rem;margin:0 auto;padding:2rem 1.25rem 4rem}
@media(min-width:52rem){main{grid-template-columns:1fr 1fr;gap:4rem;padding-top:4rem}}
main.narrow{display:block;max-width:30rem}
h1{margin:0 0 .5rem;font-size:1.15rem;font-weight:600}
.amount{margin:0 0 1rem;font-size:2.4rem;font-weight:700;line-height:1.2}
.summary ul{margin:0;padding:0;list-style:none}
.back{display:inline-block;margin-bottom:1.5rem}
a{color:#0a4fa8}
form,main.narrow section{padding:1.5rem;border:1px solid #dfe3ea;border-radius:.75rem;background:#fff}
label{display:block;margin:1rem 0 .25rem;font-size:.9rem;font-weight:600}
form>label:first-child{margin-top:0}
input{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid #79839a;border-radius:.5rem;font:inherit;color:inherit;background:#fff}
input[readonly]{background:#f0f2f6}
input::placeholder{color:#667085}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;align-items:end}
button,.button{display:block;width:100%;min-height:3rem;margin-top:1.5rem;padding:.7rem 1rem;border:0;border-radius:.5rem;background:#0a4fa8;color:#fff;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button.quiet{margin-top:.75rem;border:1px solid #79839a;background:#fff;color:#1a1f36}
:focus-visible{outline:3px solid #f5a623;outline-offset:2px}
.error{margin:0 0 1rem;padding:.75rem 1rem;border-radius:.5rem;background:#fdecea;color:#8c1d18}
details{margin-top:1.5rem;font-size:.9rem}
summary{cursor:pointer}
.cards{margin:0;padding:0;list-style:none}
code{font-family:ui-monospace,Menlo,Consolas,monospace}
`);
