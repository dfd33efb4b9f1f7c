import {executeServerCommand} from '@web/test-runner-commands';
import type {Statements} from './statements.js';

/** The results of the conformance program's rubrics for a file in this page, from the real service's crJSON. */
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

/**
 * The results if all statements hold and the content has this source. A file of version 2.4 fails the version statement
 * of the 2.2 rubric.
 */
export const allHoldFor = (signal: 'capturedMedia' | 'mediaUnknownProvenance'): Statements => ({
  spec22: ['validation:mandatory_spec_version'],
  spec24: [],
  integrity: [],
  inception: [[`inception:signal_${signal}`]],
});
