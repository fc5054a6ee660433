/** An invented person. */
export interface SamplePerson {
  handle: string;
  display_name: string;
  bio: string;
}

export const samplePeople: readonly SamplePerson[] = [
  {
    handle: 'andrewbrown',
    display_name: 'Andrew Brown',
    bio: 'Builds in the open, tears down on Fridays. Day 1 of everything.',
  },
  {
    handle: 'bayko',
    display_name: 'Andrew Bayko',
    bio: 'Network person. It was DNS. It is always DNS, and I bring slides.',
  },
  {
    handle: 'londo',
    display_name: 'Londo Marek',
    bio: 'Cloud ambassador without portfolio. Speaks for the queue no one owns.',
  },
  {
    handle: 'inesvarga',
    display_name: 'Ines Varga',
    bio: 'Turns off servers for a living. Opinions last seven days, like everything else here.',
  },
  {
    handle: 'odalys',
    display_name: 'Odalys Quent',
    bio: 'Keeps the log, and the cake. Release manager by accident.',
  },
  {
    handle: 'bramt',
    display_name: 'Bram Tolander',
    bio: 'Concerts, mostly as a seller of the second ticket.',
  },
  { handle: 'teow', display_name: 'Teo Wexley', bio: 'Unpopular opinions, deniable by dinner.' },
  {
    handle: 'mirel',
    display_name: 'Mirel Tanoka',
    bio: 'Finance for engineers, engineering for finance. Understood by neither.',
  },
  { handle: 'sanneo', display_name: 'Sanne Orlu', bio: 'Film editor. Pro whale.' },
  { handle: 'junop', display_name: 'Juno Paredal', bio: 'Maps of places that close soon.' },
  { handle: 'keird', display_name: 'Keir Dunmore', bio: 'On call. Please do not.' },
  {
    handle: 'yukat',
    display_name: 'Yuka Tanner',
    bio: 'Teaches the cloud to people and, on bad days, people to the cloud.',
  },
];

/** The address of a sample person, which receives no mail. */
export function emailOf(handle: string): string {
  return `${handle}@example.com`;
}

/** The handles that can sign in at the local pool. */
export const SAMPLE_LOGINS: readonly string[] = ['andrewbrown', 'bayko'];
export const SAMPLE_PASSWORD = 'say-it-then-forget-it';
