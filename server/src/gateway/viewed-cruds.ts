import { VIEWED_CRUDS_MAX, type ViewingRequest } from '@cruddur/shared';

/** Which viewers of this gateway show which cruds. */
export interface ViewedCruds<V> {
  /** @returns false, and changes nothing, if the viewer would show more cruds than one may */
  change(viewer: V, change: ViewingRequest): boolean;
  viewersOf(uuid: string): Iterable<V>;
  /** The uuids of the cruds that a viewer shows; null if it has never reported any. */
  viewedBy(viewer: V): string[] | null;
  hasReported(viewer: V): boolean;
  remove(viewer: V): void;
  /** The number of cruds that some viewer shows. */
  count(): number;
}

/** A crud that is on some screen. Viewers refer to it, so that its uuid is in memory once. */
interface ViewedCrud<V> {
  uuid: string;
  viewers: Set<V>;
}

export function createViewedCruds<V>(): ViewedCruds<V> {
  const cruds = new Map<string, ViewedCrud<V>>();
  const crudsOfViewers = new Map<V, readonly ViewedCrud<V>[]>();

  function addViewer(uuid: string, viewer: V): ViewedCrud<V> {
    const crud = cruds.get(uuid) ?? { uuid, viewers: new Set() };
    cruds.set(uuid, crud);
    crud.viewers.add(viewer);
    return crud;
  }

  function removeViewer(crud: ViewedCrud<V>, viewer: V): void {
    crud.viewers.delete(viewer);
    if (crud.viewers.size === 0) cruds.delete(crud.uuid);
  }

  return {
    change(viewer, { added, removed }) {
      const before = crudsOfViewers.get(viewer) ?? [];
      const kept = before.filter(({ uuid }) => !removed.includes(uuid));
      const fresh = new Set(added);
      for (const { uuid } of kept) fresh.delete(uuid);
      if (kept.length + fresh.size > VIEWED_CRUDS_MAX) return false;
      for (const crud of before) if (removed.includes(crud.uuid)) removeViewer(crud, viewer);
      crudsOfViewers.set(viewer, [...kept, ...[...fresh].map((uuid) => addViewer(uuid, viewer))]);
      return true;
    },
    viewersOf: (uuid) => cruds.get(uuid)?.viewers ?? [],
    viewedBy: (viewer) => crudsOfViewers.get(viewer)?.map(({ uuid }) => uuid) ?? null,
    hasReported: (viewer) => crudsOfViewers.has(viewer),
    remove(viewer) {
      for (const crud of crudsOfViewers.get(viewer) ?? []) removeViewer(crud, viewer);
      crudsOfViewers.delete(viewer);
    },
    count: () => cruds.size,
  };
}
