import { isAllowedName } from '@cruddur/shared';
import { expect, test } from 'vitest';

const allowed = [
  ...['Ann Arbor', 'O’Brien', 'Lenny', 'Sam Newman', 'Sig Nin', 'Badminton', 'Administrate', 'Hal', 'Ärzte'],
  ...['田中', '👩‍🚀', 'Андрей', 'Νίκος', 'مریم', 'משה', 'Zoë ★', 'new here', 'می\u200cخواهم'],
];
const reserved = [
  'Suspended account',
  'Suspended-Acc0unt',
  ...['Cruddur', 'cruddur help', 'TheCruddurTeam', '★ Admin ★', 'Site Admin', 'Settings', 'deleted  account'],
  'Support',
  // Cyrillic, Armenian, small capitals, full-width, mathematical, circled.
  ...['Сruddur', 'аԁmіո', 'ᴄʀᴜᴅᴅᴜʀ', 'ＡＤＭＩＮ', '𝓐𝓭𝓶𝓲𝓷', 'ⓒⓡⓤⓓⓓⓤⓡ', 'Dеlеtеd Account', 'Mоdеrator'],
  // Other ASCII, accents, separators, characters without a glyph.
  ...['Adm1n', 'SETTlNGS', 'adrnin', 'Supp0rt', 'Ádmin', 'A.d.m.i.n', 'Ad\u200bmin', 'C r u d d u r'],
];

test('[PROFILE-8] names of any script are allowed, unless they are or look like a reserved one', () => {
  expect(allowed.filter((name) => !isAllowedName(name))).toEqual([]);
  expect(reserved.filter(isAllowedName)).toEqual([]);
});

test('[PROFILE-8] names that reorder or hide text are not allowed', () => {
  const wrong = ['Ann\u202eeid', 'Ann\u2066', 'Ann\u200f', 'Ann\u061c', 'Ann\nArbor', 'Ann\u0007'];
  expect(wrong.filter(isAllowedName)).toEqual([]);
});
