import { isAllowedName } from '@cruddur/shared';
import { expect, test } from 'vitest';

test.each([
  ...[
    'Ann Arbor',
    'O’Brien',
    'Lenny',
    'Sam Newman',
    'Sig Nin',
    'Badminton',
    'Administrate',
    'Hal',
    'Ärzte',
    '田中',
    '👩‍🚀',
  ],
  ...['Андрей', 'Νίκος', 'مریم', 'משה', 'Zoë ★', 'new here', 'می\u200cخواهم'],
])('[PROFILE-8] the name %s is allowed', (name) => expect(isAllowedName(name)).toBe(true));

test.each([
  ...[
    'Cruddur',
    'cruddur help',
    'TheCruddurTeam',
    '★ Admin ★',
    'Site Admin',
    'Settings',
    'deleted  account',
    'Support',
  ],
  // Cyrillic, Armenian, small capitals, full-width, mathematical, circled.
  ...['Сruddur', 'аԁmіո', 'ᴄʀᴜᴅᴅᴜʀ', 'ＡＤＭＩＮ', '𝓐𝓭𝓶𝓲𝓷', 'ⓒⓡⓤⓓⓓⓤⓡ', 'Dеlеtеd Account', 'Mоdеrator'],
  // Other ASCII, accents, separators, characters without a glyph.
  ...['Adm1n', 'SETTlNGS', 'adrnin', 'Supp0rt', 'Ádmin', 'A.d.m.i.n', 'Ad\u200bmin', 'C r u d d u r'],
])('[PROFILE-8] %j is reserved or looks like a reserved name', (name) =>
  expect(isAllowedName(name)).toBe(false),
);

test.each(['Ann\u202eeid', 'Ann\u2066', 'Ann\u200f', 'Ann\u061c', 'Ann\nArbor', 'Ann\u0007'])(
  '[PROFILE-9] %j reorders or hides text',
  (name) => expect(isAllowedName(name)).toBe(false),
);
