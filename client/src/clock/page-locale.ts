/** The browser's kind of English, which is the language of the pages: dates of another language would stand in English sentences. */
export function pageLocale(): string {
  const { navigator } = globalThis as { navigator?: Pick<Navigator, 'languages'> };
  return navigator?.languages.find((language) => /^en\b/i.test(language)) ?? 'en-GB';
}
