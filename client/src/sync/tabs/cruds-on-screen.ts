import type { Timers } from '../../base/runtime/runtime.ts';
import { createThrottle } from './throttle.ts';

/** The articles that show a crud; cards and the page of a crud have the attribute. */
const CRUD = 'article[data-crud]';
/** Half a screen around it counts as well, so that counts are current when a crud scrolls into view. */
const MARGIN = '50% 0px';
/** The shortest interval between two searches of the page for new articles, in milliseconds. */
const SEARCH_EVERY_MS = 100;

/** The cruds of this tab whose articles intersect the screen. */
export interface CrudsOnScreen {
  uuids(): string[];
  stop(): void;
}

/**
 * Reads the document instead of the components: whatever screen shows a crud is included, and visitors, who have no connection,
 * load none of this.
 */
export function observeCrudsOnScreen(timers: Timers, onChange: () => void): CrudsOnScreen {
  const onScreen = new Set<HTMLElement>();
  let articles = new Set<HTMLElement>();

  function recordIntersections(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (!(target instanceof HTMLElement)) continue;
      if (isIntersecting) onScreen.add(target);
      else onScreen.delete(target);
    }
    onChange();
  }

  const intersections = new IntersectionObserver(recordIntersections, { rootMargin: MARGIN });

  /** @returns whether there are new articles: the observer reports each of them soon, whether it intersects or not */
  function findArticles(): boolean {
    const found = new Set(document.querySelectorAll<HTMLElement>(CRUD));
    for (const article of articles) {
      if (found.has(article)) continue;
      intersections.unobserve(article);
      onScreen.delete(article);
    }
    const fresh = [...found].filter((article) => !articles.has(article));
    articles = found;
    for (const article of fresh) intersections.observe(article);
    return fresh.length > 0;
  }

  const search = createThrottle(timers, SEARCH_EVERY_MS, () => {
    if (!findArticles()) onChange();
  });
  const mutations = new MutationObserver(() => search.trigger());
  mutations.observe(document.body, {
    childList: true,
    subtree: true,
    // React may reuse the article of one crud for another.
    attributeFilter: ['data-crud'],
  });
  findArticles();

  return {
    uuids: () => [...new Set([...onScreen].flatMap(({ dataset }) => dataset.crud ?? []))],
    stop() {
      mutations.disconnect();
      intersections.disconnect();
      search.stop();
    },
  };
}
