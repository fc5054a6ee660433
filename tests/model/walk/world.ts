import type { Page } from 'playwright-core';
import type { TestApp } from '../../support/test-app.ts';
import type { LeftOut } from '../paths/coverage.ts';
import type { Model, Scene } from '../paths/model.ts';
import type { Moment } from '../paths/moment.ts';
import type { Fate, Line } from './line.ts';
import type { Shown } from './shown.ts';

/** Where a walk takes place: the real product, one page of it, and its line to the product and its pool. */
export type Stage = { app: TestApp; page: Page; line: Line };

/** What a machine's samples are in the real world, for one walk. */
export type Cast = {
  /** What a person does, by the name of the act. */
  acts: Record<string, () => Promise<void>>;
  /** What is done before an actor's held call goes on, by `actor: ending`; it says the call's fate. Default: it goes on. */
  endings?: Record<string, () => Promise<Fate>>;
  /** What has changed in the browser as soon as an ending has come of which the page shows nothing, by `actor: ending`. */
  unseen?: Record<string, () => Promise<unknown>>;
};

export type World = {
  model: Model;
  leftOut: LeftOut;
  /** The operations of the pool or of ours that actors ask for first, each held while its actor is under way. */
  calls: Record<string, string>;
  /** Calls that no actor of the machine makes, held until an act lets them through. */
  holds?: readonly string[];
  /** Actors that ask for nothing in a scene, as they fail before. */
  asksNothing?: (actor: string, scene: Scene) => boolean;
  /** Opens the page for one walk, with people of its own. */
  open: (stage: Stage) => Cast | Promise<Cast>;
  /** What has to be seen at a moment. */
  expects: (moment: Moment) => Partial<Shown>;
};
