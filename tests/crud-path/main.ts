/**
 * `npm run crud-path`: which of our files run between the press of "Crud" in one browser and the card in another one, whose
 * gateways share PostgreSQL and Redis. Counted by V8 in both gateways and both browsers, which run the sources. Writes the list into
 * docs/architecture.md.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { signUp, type TestPerson } from '../support/people.ts';
import { startProgram } from '../support/program.ts';
import { launchChromium } from '../support/services/chromium.ts';
import { findFreePort } from '../support/services/find-free-port.ts';
import { startManagedProcess } from '../support/services/managed-process.ts';
import { createMigratedDatabase } from '../support/services/migrated-database.ts';
import { startPostgres } from '../support/services/postgres-cluster.ts';
import { startRedis } from '../support/services/redis.ts';
import { until } from '../support/until.ts';
import { connectProfiler } from './profiler.ts';

/** Files that run by chance meanwhile, such as a heartbeat, are not in every run. */
const RUNS = 6;
const DOCUMENT = 'docs/architecture.md';
const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = (name: string) => `${root}node_modules/.bin/${name}`;

/** Where files run, in the order of a crud's way. */
type Place = 'author' | 'accepting gateway' | 'other gateway' | 'reader';
type Executed = Record<Place, Set<string>>;

await using postgres = await startPostgres();
await using redis = await startRedis();
await using database = await createMigratedDatabase(postgres.adminUrl);
await using accepting = await startSite();
await using other = await startSite();
await using browser = await launchChromium();
const author = await signUp(accepting.gateway);
const reader = await signUp(accepting.gateway);
const authorPage = await openHome(accepting.page, author);
const readerPage = await openHome(other.page, reader);

const runs: Executed[] = [];
for (let run = 0; run <= RUNS; run += 1) {
  const executed = await countOneCrud(`crud number ${run}`);
  // The first one also prepares statements and loads chunks.
  if (run > 0) runs.push(executed);
}
writeDocument(intersect(runs));

/** A gateway and Vite in front of it, both from the sources. */
async function startSite() {
  const [port, pagePort, inspectPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const page = `http://localhost:${pagePort}`;
  const env = {
    PORT: String(port),
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    ALLOWED_ORIGINS: page,
  };
  const inspected = `--conditions=source --import tsx --inspect=127.0.0.1:${inspectPort}`;
  const program = startProgram({ ...env, NODE_OPTIONS: inspected }, root, [], 'server/src/cli/start.ts');
  const gateway = await program.waitUntilReady();
  const settings = execFileSync(bin('tsx'), ['.ci/dev-settings.mjs'], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  const shown = (JSON.parse(settings.toString()) as [string, string][]).map(
    ([name, value]) => `${name}=${value}`,
  );
  const vite = startManagedProcess({
    command: [
      '/usr/bin/env',
      `API_ORIGIN=${gateway}`,
      ...shown,
      ...[bin('vite'), `${root}client`, '--port', String(pagePort), '--strictPort', '--clearScreen', 'false'],
    ],
    endSignal: 'TERM',
  });
  await until(
    () =>
      fetch(page).then(
        ({ ok }) => ok,
        () => false,
      ),
    { what: () => `Vite serves the page\n${vite.output()}` },
  );
  const profiler = await connectProfiler(inspectPort);
  return {
    gateway,
    page,
    profiler,
    async [Symbol.asyncDispose]() {
      profiler.close();
      await vite[Symbol.asyncDispose]();
      await program[Symbol.asyncDispose]();
    },
  };
}

async function openHome(address: string, { email, password }: TestPerson): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${address}/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  return page;
}

async function countOneCrud(text: string): Promise<Executed> {
  await authorPage.getByRole('button', { name: 'Crud' }).first().click();
  const dialog = authorPage.getByRole('dialog');
  await dialog.getByRole('textbox').fill(text);
  const pages = [authorPage, readerPage];
  await Promise.all(pages.map((page) => page.coverage.startJSCoverage({ resetOnNavigation: false })));
  await Promise.all([accepting, other].map(({ profiler }) => profiler.takeExecuted()));
  await dialog.getByRole('button', { name: 'Crud' }).click();
  const pill = readerPage.locator('[data-shows-new]');
  const card = readerPage.getByText(text);
  // The first one comes to an empty feed.
  await card.or(pill).first().waitFor();
  if (await pill.isVisible()) await pill.click();
  await card.waitFor();
  const [byAccepting = [], byOther = []] = await Promise.all(
    [accepting, other].map(({ profiler }) => profiler.takeExecuted()),
  );
  const [byAuthor = [], byReader = []] = await Promise.all(
    pages.map(async (page) => (await page.coverage.stopJSCoverage()).filter(hasRun).map(({ url }) => url)),
  );
  return {
    author: ownFiles(byAuthor),
    'accepting gateway': ownFiles(byAccepting),
    'other gateway': ownFiles(byOther),
    reader: ownFiles(byReader),
  };
}

function hasRun({ functions }: { functions: { ranges: { count: number }[] }[] }): boolean {
  return functions.some(({ ranges: [whole] }) => whole !== undefined && whole.count > 0);
}

/** Relative to the root. Vite serves the client's files below `/src` and others below `/@fs`. */
function ownFiles(urls: readonly string[]): Set<string> {
  const paths = urls.map((url) => {
    const { protocol, pathname } = new URL(url);
    if (protocol === 'file:') return fileURLToPath(url).replace(root, '');
    return pathname.startsWith('/@fs')
      ? pathname.slice('/@fs'.length).replace(root, '')
      : `client${pathname}`;
  });
  return new Set(paths.filter((path) => /^(client|server|shared)\/(?!node_modules).*\.tsx?$/.test(path)));
}

function intersect(all: readonly Executed[]): Executed {
  const places = Object.keys(all[0] ?? {}) as Place[];
  const inAll = (place: Place) =>
    new Set(
      [...(all[0]?.[place] ?? [])].filter((file) => all.every((executed) => executed[place].has(file))),
    );
  return Object.fromEntries(places.map((place) => [place, inAll(place)])) as Executed;
}

function writeDocument(executed: Executed): void {
  const named = new Set<string>();
  const lists = Object.entries(executed).map(([place, files]) => {
    const added = [...files].filter((file) => !named.has(file));
    added.forEach((file) => named.add(file));
    return `**${place}** (${added.length})\n\n${listByFolder(added).join('\n')}`;
  });
  const list = `<!-- crud-path -->\n\n${named.size} files, each at the first place where it runs.\n\n${lists.join('\n\n')}\n\n<!-- /crud-path -->`;
  const text = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(
    DOCUMENT,
    text.replace(/<!-- crud-path -->[^]*<!-- \/crud-path -->/, () => list),
  );
  execFileSync(bin('oxfmt'), [DOCUMENT], { cwd: root });
  process.stdout.write(`${named.size} files\n`);
}

function listByFolder(files: readonly string[]): string[] {
  const folders = new Map<string, string[]>();
  for (const file of files.toSorted()) {
    const folder = dirname(file);
    folders.set(folder, [...(folders.get(folder) ?? []), basename(file).replace(/\.tsx?$/, '')]);
  }
  return [...folders].map(([folder, names]) => `- \`${folder}/\` ${names.join(', ')}`);
}
