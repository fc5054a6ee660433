import type { Counts, ViewingRequest } from '@cruddur/shared';
import type { Logger } from '../domain/logger.ts';
import type { CountsPublisher } from '../streams/counts-publisher.ts';
import type { RoomMember, StreamRoom } from '../streams/stream-rooms.ts';
import { encodeMessage, type WireFrames } from '../streams/wire-frames.ts';
import { createViewedCruds } from './viewed-cruds.ts';

/** Sends the counts of cruds to the sockets whose screen shows them, and all counts to a socket that has reported no cruds. */
export interface CountsDelivery {
  /** Answers added cruds with their counts. @returns false if the socket would show more cruds than one may */
  changeView(member: RoomMember, change: ViewingRequest): boolean;
  remove(member: RoomMember): void;
}

export interface CountsDeliveryParts {
  counts: Pick<CountsPublisher, 'onCounts' | 'readCurrent'>;
  publicRoom: StreamRoom;
  logger: Logger;
}

export function createCountsDelivery({ counts, publicRoom, logger }: CountsDeliveryParts): CountsDelivery {
  const viewedCruds = createViewedCruds<RoomMember>();
  /** Members to which counts were due while they were catching up. */
  const owed = new WeakSet<RoomMember>();

  counts.onCounts((activities) => publicRoom.whenSent(() => deliver(activities)));
  publicRoom.onJoin((member) => {
    if (owed.delete(member)) sendCurrentInBackground(member, viewedCruds.viewedBy(member) ?? []);
  });

  function deliver(activities: Counts[]): void {
    sendToViewers(activities);
    let all: WireFrames | undefined;
    for (const member of publicRoom.activeMembers())
      if (!viewedCruds.hasReported(member)) member.sendFrames((all ??= encode(activities)));
  }

  function sendToViewers(activities: readonly Counts[]): void {
    const selections = new Map<RoomMember, number[]>();
    for (const [index, { uuid }] of activities.entries())
      for (const viewer of viewedCruds.viewersOf(uuid)) {
        const selection = selections.get(viewer);
        if (selection) selection.push(index);
        else selections.set(viewer, [index]);
      }
    // Viewers of the same cruds share a frame.
    const framesOfSelections = new Map<string, WireFrames>();
    for (const [viewer, selection] of selections) {
      const key = selection.join();
      const frames =
        framesOfSelections.get(key) ?? encode(selection.flatMap((index) => activities[index] ?? []));
      framesOfSelections.set(key, frames);
      sendInOrder(viewer, frames);
    }
  }

  /** A client has to have the events before the counts, so a member that lacks some gets them when it has joined. */
  function sendInOrder(member: RoomMember, frames: WireFrames): void {
    if (publicRoom.isActive(member)) member.sendFrames(frames);
    else owed.add(member);
  }

  async function sendCurrent(member: RoomMember, uuids: readonly string[]): Promise<void> {
    const activities = await counts.readCurrent(uuids);
    if (activities.length > 0) publicRoom.whenSent(() => sendInOrder(member, encode(activities)));
  }

  /** Without them, the member has the counts of its pages until the next change. */
  function sendCurrentInBackground(member: RoomMember, uuids: readonly string[]): void {
    sendCurrent(member, uuids).catch((error: unknown) =>
      logger.debug({ err: error }, 'the counts of cruds on a screen could not be read'),
    );
  }

  return {
    changeView(member, change) {
      const isAccepted = viewedCruds.change(member, change);
      if (isAccepted && change.added.length > 0) sendCurrentInBackground(member, change.added);
      return isAccepted;
    },
    remove: (member) => viewedCruds.remove(member),
  };
}

const encode = (activities: Counts[]): WireFrames => encodeMessage('counts', { activities });
