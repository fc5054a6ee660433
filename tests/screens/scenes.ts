import { crudScenes } from './scenes-cruds.ts';
import { feedScenes } from './scenes-feeds.ts';
import { frameScenes } from './scenes-frame.ts';
import { gateScenes } from './scenes-gates.ts';
import { talkScenes } from './scenes-talk.ts';

/** Every screen in every state. Pictures are taken of them, and tests look at them. */
export const scenes = [...feedScenes, ...crudScenes, ...talkScenes, ...gateScenes, ...frameScenes];
