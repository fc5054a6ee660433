import { crud, reply } from './sample-crud.ts';

/** Cruds about work. */
export const workCruds = [
  crud(
    'odalys',
    ['7-days', 0.0002],
    [
      'Deploy is green on the first try. I do not trust it. #CloudProject',
      {
        likes: 7,
        reposts: 1,
        replies: [
          reply('keird', 'Nor should you. I am on call tonight.'),
          reply('teow', 'Screenshot it. For the museum.'),
          reply('andrewbrown', 'Green on the first try is a finding. File it.'),
        ],
      },
    ],
  ),
  crud(
    'inesvarga',
    ['12-hours', 0.75],
    [
      'Moved the whole thing to one region and the bill dropped by 41%. No one noticed except accounting, who sent cake.\n\nDay 63 of #100DaysOfCloud',
      {
        likes: 11,
        reposts: 3,
        replies: [
          reply('teow', 'Congratulations to the cake.'),
          reply(
            'mirel',
            '41% is exactly what I was told could not be done. Forwarding this before it burns. #AWS',
          ),
          reply('bramt', 'Which cake? The rest of us need to plan our migrations.'),
          reply('londo', 'The other region sends its regards, and its invoice.'),
        ],
      },
    ],
  ),
  crud(
    'inesvarga',
    ['7-days', 0.3],
    [
      'Small joy: deleting a cron job no one can explain and waiting to see who calls.',
      {
        likes: 9,
        reposts: 4,
        replies: [
          reply('keird', 'It was mine. I cannot explain it either.'),
          reply('yukat', 'This is now lesson four.'),
          reply('bayko', 'No one called because it was the phone system.'),
        ],
      },
    ],
  ),
  crud(
    'inesvarga',
    ['30-days', 0.93],
    [
      'Looking for two people to review a #CloudProject write-up this month. Coffee on me, feedback as rude as you like.',
      { likes: 3, reposts: 1, replies: [reply('teow', 'I can do rude. Can it be tea?')] },
    ],
  ),
  crud(
    'andrewbrown',
    ['30-days', 0.4],
    [
      'Day 1 of #100DaysOfCloud. The plan is a hundred small things. The first small thing took nine hours and was a permission.',
      {
        likes: 8,
        reposts: 2,
        replies: [
          reply('bayko', 'It is always a permission, until it is DNS.'),
          reply('yukat', 'Nine is good. The record is a semester.'),
        ],
      },
    ],
  ),
  crud(
    'andrewbrown',
    ['7-days', 0.55],
    [
      'Renamed the service from “final” to “final2”. Growth. #AWS',
      { likes: 6, reposts: 1, replies: [reply('odalys', 'See you at “final2_real”.')] },
    ],
  ),
  crud(
    'andrewbrown',
    ['3-hours', 0.35],
    [
      'Going live in an hour to break something on purpose. @bayko brings the network, I bring the permissions. #CloudProject',
      {
        likes: 5,
        reposts: 2,
        replies: [
          reply('bayko', 'I bring a spare network. I know you.'),
          reply('keird', 'On purpose, he says.'),
        ],
      },
    ],
  ),
  crud(
    'bayko',
    ['3-days', 0.2],
    [
      'It was not DNS. I checked twice, apologised to DNS, and then it was DNS.',
      {
        likes: 11,
        reposts: 5,
        replies: [
          reply('andrewbrown', 'DNS does not forgive.'),
          reply('inesvarga', 'Lower the TTL, like the rest of us.'),
        ],
      },
    ],
  ),
  crud(
    'bayko',
    ['7-days', 0.7],
    [
      'Drew the network on a whiteboard. The cleaner fixed it overnight. #CloudProject',
      { likes: 7, reposts: 1 },
    ],
  ),
  crud(
    'bayko',
    ['1-hour', 0.92],
    ['Restarting the router in ten minutes. If you can read this afterwards, it went well.', { likes: 2 }],
  ),
  crud(
    'londo',
    ['7-days', 0.12],
    [
      'The queue no one owns has passed a million messages. There will be a small ceremony, and no owner.',
      {
        likes: 8,
        reposts: 2,
        replies: [
          reply('odalys', 'I will bring the log.'),
          reply('keird', 'I will bring the pager, under protest.'),
        ],
      },
    ],
  ),
  crud(
    'londo',
    ['30-days', 0.62],
    [
      'I asked for a highly available coffee machine. We now have two that fail together. #AWS',
      { likes: 9, reposts: 3 },
    ],
  ),
  crud(
    'londo',
    ['12-hours', 0.94],
    ['My access review is due tonight. I have access to the review, and to nothing else.', { likes: 4 }],
  ),
  crud(
    'keird',
    ['1-day', 0.5],
    [
      'The alert says everything is fine. I have been awake since the alert.',
      { likes: 10, reposts: 2, replies: [reply('mirel', 'Can we bill it?')] },
    ],
  ),
  crud('keird', ['3-hours', 0.93], ['On call until noon. Please have your ideas after noon.', { likes: 6 }]),
  crud(
    'keird',
    ['7-days', 0.82],
    ['Postmortem, short version: I was holding it right, it was the wrong it.', { likes: 5, reposts: 1 }],
  ),
  crud(
    'mirel',
    ['30-days', 0.2],
    [
      'Tagged every resource by owner. A third of the cloud belongs to a person called “test”. Well paid, I assume. #AWS',
      {
        likes: 9,
        reposts: 4,
        replies: [reply('inesvarga', 'I have met test. Lives in eu-west-1, never sleeps.')],
      },
    ],
  ),
  crud('mirel', ['3-days', 0.65], ['A budget alert is a diary entry with a delay.', { likes: 4 }]),
  crud(
    'yukat',
    ['7-days', 0.02],
    [
      'Student asked where the cloud is when it rains. I had no slide for that. Day 12 of #100DaysOfCloud',
      {
        likes: 8,
        reposts: 1,
        replies: [reply('junop', 'Roughly above the bakery.'), reply('londo', 'In maintenance.')],
      },
    ],
  ),
  crud(
    'yukat',
    ['30-days', 0.75],
    [
      'Office hours moved to Thursdays. Bring a question or an error message; they are usually the same thing. #100DaysOfCloud',
      { likes: 3 },
    ],
  ),
  crud(
    'odalys',
    ['3-days', 0.91],
    [
      'Release notes for Friday: we removed the button. If you liked the button, it was a feature of the older, sadder you.',
      { likes: 6, reposts: 1 },
    ],
  ),
  crud(
    'odalys',
    ['30-days', 0.05],
    [
      'The log says the deploy was by “unknown”. Unknown writes very tidy code. Hire unknown. #CloudProject',
      { likes: 7, reposts: 2 },
    ],
  ),
  crud(
    'inesvarga',
    ['1-hour', 0.4],
    [
      'Switching off a region live, with tea. Forty minutes left on this one, more on the tea. #AWS',
      { likes: 3, replies: [reply('mirel', 'Which region? Asking for a dashboard.')] },
    ],
  ),
];
