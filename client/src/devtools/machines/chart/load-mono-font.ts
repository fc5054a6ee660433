import url from '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2?url';

/** Loads the face of charts and logs. Its rule is not in the sheet that every page carries, because only reviewers need it. */
export async function loadMonoFont(): Promise<void> {
  if (typeof FontFace === 'undefined') return;
  const face = new FontFace('Geist Mono Variable', `url(${url})`, { weight: '100 900', display: 'swap' });
  document.fonts.add(face);
  // Whoever has no line reads another face.
  await face.load().catch(() => undefined);
}
