import type { ReceiveUpload } from '../domain/avatars/receive-upload.ts';
import type { Metrics } from '../domain/metrics.ts';
import { toRefusal } from '../http/error-handler.ts';
import type { Limiter } from '../http/rate-limits.ts';

export function countLimited(limiter: Limiter, metrics: Metrics): Limiter {
  const counting =
    (labels: Parameters<typeof metrics.countEvent<'cruddur_rate_limited_total'>>[1]) => (error: unknown) => {
      if (toRefusal(error).status === 429) metrics.countEvent('cruddur_rate_limited_total', labels);
      throw error;
    };
  return {
    consumeByAddress: (address, budget) =>
      limiter.consumeByAddress(address, budget).catch(counting({ scope: 'address', budget })),
    consumeByPerson: (sub, budget) =>
      limiter.consumeByPerson(sub, budget).catch(counting({ scope: 'person', budget })),
  };
}

export function countRefusedUploads(receive: ReceiveUpload, metrics: Metrics): ReceiveUpload {
  return (put, body) =>
    receive(put, body).catch((error: unknown) => {
      metrics.countEvent('cruddur_uploads_refused_total', { code: toRefusal(error).codes[0] });
      throw error;
    });
}
