import type { Page } from 'playwright-core';
import type { TestApp } from '../../support/test-app.ts';
import type { LeftOut } from '../paths/coverage.ts';
import type { Model, EnvironmentState } from '../paths/model.ts';
import type { ModelState } from '../paths/model-state.ts';
import type { RequestDecision, RequestGate } from './request-gate.ts';
import type { PageContent } from './page-content.ts';

/** The environment of a walk: the real product, one of its pages, and the gate for its calls. */
export type WalkContext = { app: TestApp; page: Page; network: RequestGate };

/** The real counterparts of a machine's samples, for one walk. */
export type PageDriver = {
  /** A user action in the browser, by the name of the sample. */
  userActions: Record<string, () => Promise<void>>;
  /** Runs before an actor's held call is released, by `actor: outcome`; returns the call's outcome. Default: it is forwarded. */
  prepareOutcome?: Record<string, () => Promise<RequestDecision>>;
  /** What an outcome that the page does not show has changed in the browser, by `actor: outcome`. */
  readHiddenEffect?: Record<string, () => Promise<unknown>>;
};

export type WalkSetup = {
  model: Model;
  leftOut: LeftOut;
  /** The first operations of actors, of the pool or ours, each held while its actor runs. */
  operationByActor: Record<string, string>;
  /** Calls that no actor of the machine makes, held until an action releases them. */
  heldOperations?: readonly string[];
  /** Actors that make no call in an environment, because they fail before. */
  hasNoRequest?: (actor: string, environment: EnvironmentState) => boolean;
  /** Opens the page for one walk, with its own users. */
  openPage: (context: WalkContext) => PageDriver | Promise<PageDriver>;
  /** The expected content in a state. */
  expectContent: (moment: ModelState) => Partial<PageContent>;
};
