export function checkLanguage(): { ok: boolean; output: string };
export function listFaultsOf(path: string, text: string): string[];
export function isGoodSubject(subject: string): boolean;
