import { escapeHtml } from '@cruddur/shared';
import type { StoredMail } from '../mail/mailbox.ts';

type Mailbox = { mails: StoredMail[]; address: string | undefined; style: string };

/** The mailbox as a page, without scripts and foreign resources. */
export const renderMailboxPage = ({ mails, address = '', style }: Mailbox): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Local mailbox · Cruddur</title>
<link rel="stylesheet" href="${escapeHtml(style)}">
</head>
<body>
<main>
<header>
<h1>Local mailbox</h1>
<p>Emails of the local user pool. None of them has left this machine, unless a mail server is set.</p>
<form method="get" role="search">
<label for="to">Only emails to</label>
<input id="to" name="to" type="email" value="${escapeHtml(address)}" placeholder="you@example.com" autocomplete="email">
<button>Show</button>
</form>
</header>
${mails.length === 0 ? renderEmptyBox(address) : `<ol>${mails.map(renderMail).join('')}</ol>`}
</main>
</body>
</html>
`;

const renderEmptyBox = (address: string) =>
  `<p class="empty">No email${address === '' ? '' : ` to ${escapeHtml(address)}`} yet. Reload after signing up or asking for a code.</p>`;

const renderMail = ({ to, subject, text, code, sent_at }: StoredMail) => `<li><article>
<h2>${escapeHtml(subject)}</h2>
<p class="meta">to <b>${escapeHtml(to)}</b> · <time datetime="${sent_at}">${formatTime(sent_at)}</time></p>
<p class="code">${escapeHtml(code)}</p>
<p class="text">${escapeHtml(text)}</p>
</article></li>`;

const formatTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

/** The style of both pages: the product's colours, system fonts, both themes. */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#f3eefa, #08040e);
  --sheet: light-dark(#ffffff, #110b1a);
  --field: light-dark(#faf7fe, #0b0713);
  --wash: light-dark(#ecdcff, #281440);
  --text: light-dark(#1b1029, #f3effa);
  --soft: light-dark(#51445f, #bfb4cf);
  --accent: light-dark(#8a00eb, #9500ff);
  --accent-text: light-dark(#7600cc, #c9a0ff);
  --focus: light-dark(#6a00b8, #d9bfff);
  --line: light-dark(#e9e2f1, #241b31);
  --edge: light-dark(#857799, #75688a);
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--bg); color: var(--text); font: 1rem/1.5 system-ui, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; }
header p { color: var(--soft); margin: 0.5rem 0 1rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-bottom: 1.5rem; }
label { flex-basis: 100%; font-weight: 600; font-size: 0.9375rem; }
input, button { font: inherit; min-height: 2.75rem; border-radius: 12px; padding: 0 0.9rem; }
input { flex: 1 1 14rem; min-width: 0; background: var(--field); color: inherit; border: 1px solid var(--edge); }
::placeholder { color: var(--soft); opacity: 1; }
button { background: var(--accent); color: #fff; border: 0; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
ol { list-style: none; padding: 0; display: grid; gap: 1rem; }
article, .empty { background: var(--sheet); border: 1px solid var(--line); border-radius: 18px 18px 18px 5px; padding: 1.25rem; }
h2 { font-size: 1.125rem; }
.meta { color: var(--soft); font-size: 0.875rem; overflow-wrap: anywhere; }
.code { display: inline-block; margin: 0.9rem 0; padding: 0.4rem 1rem; border-radius: 12px; background: var(--wash);
  color: var(--accent-text); font: 600 1.75rem/1.3 ui-monospace, Menlo, Consolas, monospace; letter-spacing: 0.2em; }
.text { white-space: pre-line; color: var(--soft); }
`;

type HostedPage = { action: string; style: string; refusal: string | undefined };

/** The hosted sign-in form, without scripts and foreign resources. */
export const renderHostedPage = ({ action, style, refusal }: HostedPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · Cruddur</title>
<link rel="stylesheet" href="${escapeHtml(style)}">
</head>
<body>
<main>
<header><h1>Sign in to Cruddur</h1></header>
${refusal === undefined ? '' : `<p role="alert">${escapeHtml(refusal)}</p>`}
<form method="post" action="${escapeHtml(action)}">
<label for="username">Email</label>
<input id="username" name="username" type="email" autocomplete="username" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign In</button>
</form>
</main>
</body>
</html>
`;
