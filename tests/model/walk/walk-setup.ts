import type { Page } from 'playwright-core';
import type { TestApp } from '../../support/test-app.ts';
import type { LeftOut } from '../paths/coverage.ts';
import type { Model, EnvironmentState } from '../paths/model.ts';
import type { ModelState } from '../paths/model-state.ts';
import type { RequestDecision, RequestGate } from './request-gate.ts';
import type { PageContent } from './page-content.ts';

/** Where a walk takes place: the real product, one page of it, and its line to the product and its pool. */
export type WalkContext = { app: TestApp; page: Page; network: RequestGate };

/** What a machine's samples are in the real world, for one walk. */
export type PageDriver = {
  /** What a person does, by the name of the act. */
  userActions: Record<string, () => Promise<void>>;
  /** What is done before an actor's held call goes on, by `actor: ending`; it says the call's fate. Default: it goes on. */
  prepareOutcome?: Record<string, () => Promise<RequestDecision>>;
  /** What has changed in the browser as soon as an ending has come of which the page shows nothing, by `actor: ending`. */
  readHiddenEffect?: Record<string, () => Promise<unknown>>;
};

export type WalkSetup = {
  model: Model;
  leftOut: LeftOut;
  /** The operations of the pool or of ours that actors ask for first, each held while its actor is under way. */
  operationByActor: Record<string, string>;
  /** Calls that no actor of the machine makes, held until an act lets them through. */
  heldOperations?: readonly string[];
  /** Actors that ask for nothing in a scene, as they fail before. */
  hasNoRequest?: (actor: string, scene: EnvironmentState) => boolean;
  /** Opens the page for one walk, with people of its own. */
  openPage: (stage: WalkContext) => PageDriver | Promise<PageDriver>;
  /** What has to be seen at a moment. */
  expectContent: (moment: ModelState) => Partial<PageContent>;
};
