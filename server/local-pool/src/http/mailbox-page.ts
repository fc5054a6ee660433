import type { StoredMail } from '../mail/outbox.ts';
import { escapeHtml } from '@cruddur/shared';

type Mailbox = { mails: StoredMail[]; address: string | undefined; style: string };

/** The mailbox as a page: no script, nothing from elsewhere. */
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
<p>Mails of the local user pool. None of them has left this machine, unless a mail server is set.</p>
<form method="get" role="search">
<label for="to">Only mail to</label>
<input id="to" name="to" type="email" value="${escapeHtml(address)}" placeholder="you@example.com" autocomplete="email">
<button>Show</button>
</form>
</header>
${mails.length === 0 ? emptyBox(address) : `<ol>${mails.map(mailItem).join('')}</ol>`}
</main>
</body>
</html>
`;

const emptyBox = (address: string) =>
  `<p class="empty">No mail${address === '' ? '' : ` to ${escapeHtml(address)}`} yet. Reload after signing up or asking for a code.</p>`;

const mailItem = ({ to, subject, text, code, sent_at }: StoredMail) => `<li><article>
<h2>${escapeHtml(subject)}</h2>
<p class="meta">to <b>${escapeHtml(to)}</b> · <time datetime="${sent_at}">${readable(sent_at)}</time></p>
<p class="code">${escapeHtml(code)}</p>
<p class="text">${escapeHtml(text)}</p>
</article></li>`;

const readable = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
