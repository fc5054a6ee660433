import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';

/** Replaces the text of a document between `<!-- NAME -->` and `<!-- /NAME -->`. */
export async function writeBlock(file: string, name: string, text: string): Promise<void> {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const document = await readFile(file, 'utf8');
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no block ${start}`);
  const replaced = `${document.slice(0, from + start.length)}\n\n${text}\n\n${document.slice(to)}`;
  const { code } = await format(file, replaced);
  await writeFile(file, code);
}
