import { escapeHtml } from '@cruddur/shared';

type Page = { action: string; style: string; refusal: string | undefined };

/** The hosted sign-in form: no script, nothing from elsewhere. */
export const renderHostedPage = ({ action, style, refusal }: Page): string => `<!doctype html>
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
