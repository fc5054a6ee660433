import { crud, reply } from './sample-crud.ts';

/** Cruds about everything but work. */
export const lifeCruds = [
  crud(
    'bramt',
    ['1-hour', 0.43],
    [
      'Selling one concert ticket for tonight, row F, at what I paid. Gone when the fuse is.',
      {
        likes: 2,
        replies: [reply('junop', 'Is row F near a door?'), reply('sanneo', 'Is there a whale in it?')],
      },
    ],
  ),
  crud(
    'bramt',
    ['7-days', 0.25],
    [
      'The support act was better. The support act always is. I now only go to support acts.',
      { likes: 5, reposts: 1 },
    ],
  ),
  crud(
    'bramt',
    ['30-days', 0.5],
    [
      'Learned the accordion to one song. Neighbours asked for the other half of the silence.',
      { likes: 8, reposts: 1 },
    ],
  ),
  crud(
    'bramt',
    ['12-hours', 0.3],
    [
      'Queue for the merch is longer than the concert. Send water. #FreeWillyReboot shirts are gone.',
      { likes: 3 },
    ],
  ),
  crud(
    'teow',
    ['3-hours', 0.95],
    [
      'Unpopular opinion that I will deny by dinner: tabs.',
      {
        likes: 10,
        reposts: 1,
        replies: [
          reply('andrewbrown', 'Bold of you to indent that.'),
          reply('keird', 'I have this in writing now. For nine minutes.'),
          reply('odalys', 'Reverting.'),
          reply('bayko', 'Two spaces, and a lawyer.'),
        ],
      },
    ],
  ),
  crud(
    'teow',
    ['1-day', 0.15],
    [
      'Breakfast is just early lunch with worse marketing.',
      { likes: 4, replies: [reply('yukat', 'Brunch is the merger.')] },
    ],
  ),
  crud(
    'teow',
    ['7-days', 0.6],
    ['No one has ever “circled back”. We go in straight lines, away.', { likes: 9, reposts: 3 }],
  ),
  crud(
    'teow',
    ['30-days', 0.85],
    [
      'I said in spring that it would be autumn eventually. You may apologise in your own time.',
      { likes: 3 },
    ],
  ),
  crud(
    'sanneo',
    ['3-days', 0.4],
    [
      'If they bring the whale back for #FreeWillyReboot, the whale should direct.',
      {
        likes: 11,
        reposts: 6,
        replies: [
          reply('mirel', 'The whale has points on the back end.'),
          reply('bramt', 'The whale wants row F.'),
          reply('junop', 'Final cut is a big ask for an animal without thumbs.'),
          reply('teow', 'Counterpoint: the sea should direct.'),
          reply('londo', 'I represent the whale. No further comment.'),
        ],
      },
    ],
  ),
  crud(
    'sanneo',
    ['7-days', 0.45],
    [
      'Cut a four minute scene to one minute. It is now called pacing. #FreeWillyReboot',
      { likes: 6, reposts: 1 },
    ],
  ),
  crud(
    'sanneo',
    ['1-day', 0.92],
    [
      'Test screening tonight. The audience is eleven people and one very honest child.',
      { likes: 5, replies: [reply('odalys', 'The child is the release gate.')] },
    ],
  ),
  crud(
    'sanneo',
    ['30-days', 0.3],
    ['Every film is a documentary about the budget.', { likes: 7, reposts: 2 }],
  ),
  crud(
    'junop',
    ['7-days', 0.9],
    [
      'Found a café that plays only rain. Not telling you where until tomorrow, when this is gone anyway.',
      { likes: 8, reposts: 2, replies: [reply('yukat', 'Is that the one where the cloud is?')] },
    ],
  ),
  crud(
    'junop',
    ['12-hours', 0.1],
    [
      'The bakery that is never open was open. I had no plan for this and bought an umbrella.',
      { likes: 6, reposts: 1, replies: [reply('bramt', 'Was it at least a good umbrella?')] },
    ],
  ),
  crud(
    'junop',
    ['30-days', 0.68],
    [
      'My map of benches that face the wrong way is done. Forty-one so far. Walk with your back to the view.',
      { likes: 5, reposts: 1 },
    ],
  ),
  crud(
    'junop',
    ['3-hours', 0.6],
    [
      'There is a heron on the roof of the tax office. No one has invited it in.',
      { likes: 4, replies: [reply('mirel', 'It has an appointment.')] },
    ],
  ),
  crud(
    'londo',
    ['1-day', 0.8],
    ['A diplomat at the embassy has labelled the milk “read only”.', { likes: 6, reposts: 1 }],
  ),
  crud(
    'mirel',
    ['12-hours', 0.55],
    [
      'My horoscope says to expect a large number. It is the first of the month. It is always right.',
      { likes: 4 },
    ],
  ),
  crud(
    'yukat',
    ['3-hours', 0.1],
    [
      'Marking essays. Three of them end in the middle of a sentence, and I respect the',
      { likes: 9, reposts: 2, replies: [reply('teow', 'Same')] },
    ],
  ),
  crud(
    'keird',
    ['30-days', 0.1],
    ['Bought a plant for the desk. It has better uptime than the desk.', { likes: 5 }],
  ),
  crud(
    'andrewbrown',
    ['1-hour', 0.15],
    [
      'Good morning to everybody, and to @londo separately, who knows why.',
      { likes: 3, replies: [reply('londo', 'I know nothing, and I have witnesses.')] },
    ],
  ),
  crud(
    'bayko',
    ['1-day', 0.35],
    [
      'Told my router a joke. No response. Tough subnet.',
      { likes: 7, reposts: 1, replies: [reply('andrewbrown', 'This one expires too late.')] },
    ],
  ),
];
