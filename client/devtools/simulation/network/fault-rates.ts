/** How often each fault of single messages and calls strikes, from 0 to 1, and which lasting faults hold now. Changed while a schedule runs. */
export interface FaultRates {
  bus: { lost: number; doubled: number; delayed: number; forged: number };
  /** Nothing passes the broker. */
  isBusAway: boolean;
  /** The next envelope reaches no gateway. */
  dropsNextEnvelope: boolean;
  http: { requestLost: number; answerLost: number };
  store: { answerLost: number; slow: number };
  isStoreAway: boolean;
}

export function noFaults(): FaultRates {
  return {
    bus: { lost: 0, doubled: 0, delayed: 0, forged: 0 },
    isBusAway: false,
    dropsNextEnvelope: false,
    http: { requestLost: 0, answerLost: 0 },
    store: { answerLost: 0, slow: 0 },
    isStoreAway: false,
  };
}
