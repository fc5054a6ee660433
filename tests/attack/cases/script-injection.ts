import { readFile } from 'node:fs/promises';
import { hashSource, hashInlineContent } from '../../../server/src/http/pages/inline-hashes.ts';
import { createClient } from '../../support/clients.ts';
import { callPool, signUp, type TestPerson } from '../../support/people.ts';
import {
  countStatus,
  formatStatuses,
  findUnexpectedStatuses,
  type AttackCase,
  type Statuses,
} from '../attack-case.ts';
import { findActiveMarkup, type Allowed } from '../find-active-markup.ts';

const BUILT_PAGE = new URL('../../../client/dist/index.html', import.meta.url);
const SCRIPT = 'steal(1)';
/** At most 50 characters each, so that they fit into a name. */
const PAYLOADS = [
  ...[
    `<script>${SCRIPT}</script>`,
    `</script><script>${SCRIPT}</script>`,
    `</title><script>${SCRIPT}</script>`,
  ],
  ...[`</style><script>${SCRIPT}</script>`, `"><script>${SCRIPT}</script>`, `--><script>${SCRIPT}</script>`],
  ...[`<img src=x onerror=${SCRIPT}>`, `"><img src=x onerror='${SCRIPT}'>`, `<svg onload=${SCRIPT}>`],
  ...[`" onmouseover="${SCRIPT}" x="`, `<a href="javascript:${SCRIPT}">x</a>`, `javascript:${SCRIPT}`],
  ...['<base href="//evil.example/">', '<iframe srcdoc="<script>">', '<style>*{display:none}</style>'],
  ...[
    `<ſcript>${SCRIPT}</ſcript>`,
    "$& $` $' {{7*7}}",
    '<!--<script>',
    '</template><noscript>',
    '\u2028\u2029<script>',
  ],
];
const FORBIDDEN = [SCRIPT, `${SCRIPT}</script>`, '*{display:none}'].map(hashSource);
/** As invalid handles that an unanchored pattern would accept. */
const HANDLES = ['<script>', 'a"><script>', 'abc<svg>', 'abc\n<b>', '&lt;b&gt;'];

export const scriptInjection: AttackCase = {
  name: 'script-injection',
  description: 'names, bios, cruds, handles and searches with markup in pages that the server renders',
  async run(environment) {
    const { gateways } = await environment.startGateways();
    const [{ url }, { url: other }] = gateways;
    const allowed: Allowed = {
      ...hashInlineContent(await readFile(BUILT_PAGE, 'utf8')),
      forbidden: FORBIDDEN,
    };
    const visitor = createClient(other);
    const faults: string[] = [];
    const statuses: Statuses = {};
    let withContent = 0;

    async function visit(path: string, client = visitor): Promise<void> {
      const { status, headers, body } = await client.send('GET', path, { headers: { accept: 'text/html' } });
      countStatus(statuses, status);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const policy = headers.get('content-security-policy') ?? '';
      if (headers.get('x-content-type-options') !== 'nosniff') faults.push(`${path}: may be sniffed`);
      if (headers.get('content-type')?.startsWith('text/html') !== true) return;
      if (text.includes(escaped(SCRIPT)) || text.includes(SCRIPT)) withContent += 1;
      faults.push(...findActiveMarkup({ text, policy }, allowed).map((fault) => `${path}: ${fault}`));
    }

    const payloads = PAYLOADS.slice(0, Math.max(6, environment.scaled(PAYLOADS.length)));
    for (const payload of payloads) {
      const person = await signUp(url, { name: payload });
      await visit(`/api/activities/search?term=${encodeURIComponent(payload)}`, person);
      for (const path of [...(await writePayload(person, payload)), ...pathsWith(payload)]) await visit(path);
    }
    for (const handle of HANDLES) faults.push(...(await signUpAs(url, handle)));
    return {
      figures: {
        payloads: payloads.length,
        answers: formatStatuses(statuses),
        'pages with payload': withContent,
      },
      faults: [
        ...faults,
        ...(withContent >= payloads.length ? [] : [`only ${withContent} pages held a payload`]),
        // 400: a malformed path; 404: a handle of no user.
        ...findUnexpectedStatuses(statuses, [200, 400, 404]),
      ],
      missedTargets: [],
    };
  },
};

/** Makes one user submit the text wherever a user can. @returns pages that show it */
async function writePayload(person: TestPerson, payload: string): Promise<string[]> {
  await person.callOk('updateProfile', { body: { display_name: payload, bio: `bio ${payload}` } });
  const { uuid } = await person.callOk('createActivity', { body: { message: `crud ${payload} #${SCRIPT}` } });
  await person.callOk('createReply', {
    params: { activity_uuid: uuid },
    body: { activity_uuid: uuid, message: `reply ${payload}` },
  });
  return [`/@${person.handle}`, `/@${person.handle}/status/${uuid}`];
}

/** Addresses that contain the text. */
function pathsWith(payload: string): string[] {
  const text = encodeURIComponent(payload);
  return [
    ...[
      `/@${text}`,
      `/@${text}/status/${text}`,
      `/search?term=${text}`,
      `/search?term=%23${text}`,
      `/${text}`,
    ],
    ...[
      `/signin?email=${text}`,
      `/confirm?email=${text}`,
      `/messages/new/${text}`,
      `/?state=${text}&code=${text}`,
    ],
    `/api/activities/@${text}`,
  ];
}

/** @returns the faults: the pool must refuse a handle with markup */
async function signUpAs(url: string, handle: string): Promise<string[]> {
  const attributes = { name: 'A name', email: `h${Math.random()}@example.com`, preferred_username: handle };
  const input = {
    Username: attributes.email,
    Password: 'correct horse battery',
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
  };
  const failure = await callPool(url, 'SignUp', input).then(
    () => 'was accepted',
    (error: unknown) => String(error),
  );
  return failure.includes('answered 400') ? [] : [`the handle ${handle}: ${failure}`];
}

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
