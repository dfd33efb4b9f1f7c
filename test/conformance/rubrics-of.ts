import {executeServerCommand} from '@web/test-runner-commands';
import type {Statements} from './statements.js';

/** What the rubrics of the conformance program say of a file that this page has, by the real service's crJSON. */
export const rubricsOf = async (file: Blob): Promise<Statements> =>
  executeServerCommand<Statements, string>('rubrics', await base64(file));

async function base64(file: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(',') + 1);
}

/** All of it, where all hold and the content comes from there. What says 2.4 does not say 2.2, as that rubric asks. */
export const allHoldFor = (signal: 'capturedMedia' | 'mediaUnknownProvenance'): Statements => ({
  spec22: ['validation:mandatory_spec_version'],
  spec24: [],
  integrity: [],
  inception: [[`inception:signal_${signal}`]],
});
