import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What a browser fetches before and with the home screen, in KB after gzip. @param dist the built client */
export function firstLoad(dist: string): { entry: number; home: number } {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const entry = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].flatMap((match) => match[1] ?? []);
  const scripts = readdirSync(join(dist, 'static/js')).map((name) => join('static/js', name));
  const home = scripts.filter((name) => /\/home\.[^/]+\.js$/.test(name));
  const size = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length / 1024, 0);
  return { entry: size(entry), home: size([...new Set([...entry, ...home])]) };
}
