import { hashSource } from '../../server/src/http/pages/inline-hashes.ts';

export interface Page {
  text: string;
  /** The Content-Security-Policy header. */
  policy: string;
}

export interface Allowed {
  /** Hash sources of the scripts and styles in the build. */
  scripts: readonly string[];
  styles: readonly string[];
  /** Hash sources that no policy may contain. */
  forbidden: readonly string[];
}

const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/gi;
const DATA = /^ type="application\/json" id="[\w-]+"$/;
const FILE = /^(?: fetchpriority="\w+")? type="module" crossorigin src="\/static\/js\/[\w.-]+\.js"$/;
const HANDLER = /<[a-z][^<>]*\son\w+\s*=/gi;
const ADDRESS =
  /<[a-z][^<>]*\s(?:href|src|action|formaction|xlink:href)\s*=\s*["']?\s*(?:javascript|data:text|vbscript)/gi;
const ELEMENT = /<(?:img[^>]*src=["']?x|svg[^>]*onload|iframe|object|embed|base)\b/gi;

/** Finds active content that is not part of the build, and excess permissions in the page's policy. */
export function findActiveMarkup({ text, policy }: Page, allowed: Allowed): string[] {
  const scripts = [...text.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => !DATA.test(attributes) && !FILE.test(attributes))
    .filter(
      ([, attributes, content = '']) => attributes !== '' || !allowed.scripts.includes(hashSource(content)),
    )
    .map(([script]) => `a script that is not the build's: ${script.slice(0, 100)}`);
  // Within quotes ` on…=` is a user's text; text that breaks out of the quotes is not removed.
  const withoutScripts = text
    .replace(SCRIPT, '')
    .replaceAll(/="[^"]*"/g, (value) => value.replaceAll(/\son(?=\w+\s*=)/gi, ' '));
  const markup = [HANDLER, ADDRESS, ELEMENT].flatMap((pattern) =>
    [...withoutScripts.matchAll(pattern)].map(([found]) => `active markup: ${found.slice(0, 100)}`),
  );
  return [...scripts, ...markup, ...findPolicyFaults({ text, policy }, allowed)];
}

function findPolicyFaults({ text, policy }: Page, { scripts, styles, forbidden }: Allowed): string[] {
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources];
    }),
  );
  // A page contains one style sheet of its own.
  const sheet = /<style id="[\w-]+">([^<]*)<\/style>/.exec(text)?.[1];
  const own = sheet === undefined ? [] : [hashSource(sheet)];
  return [
    ...unlisted('script-src', directives, ["'self'", ...scripts]),
    ...unlisted('style-src', directives, ["'self'", ...styles, ...own]),
    ...forbidden.filter((hash) => policy.includes(hash)).map((hash) => `the policy allows ${hash}`),
  ];
}

function unlisted(name: string, directives: Map<string, string[]>, allowed: readonly string[]): string[] {
  const sources = directives.get(name);
  if (!sources) return [`the policy has no ${name}`];
  return sources.filter((source) => !allowed.includes(source)).map((source) => `${name} allows ${source}`);
}
