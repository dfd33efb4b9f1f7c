import {inspect} from 'node:util';
import {visibleJson} from '@sealed-capture/seal/model/text/visible-json.js';
import {visibleLines} from '@sealed-capture/seal/model/text/visible-text.js';

/*
 * What commands print. Text of strangers (names of files and keys, texts of seals and servers) must not move the
 * cursor, colour the terminal or turn the reading direction. A value in a line goes through `visibleText` first, so
 * that it cannot begin a line of its own.
 */

/** Prints lines to standard output. */
export const say = (text: string): void => void process.stdout.write(`${visibleLines(text)}\n`);

/** Prints a value to standard output as JSON in one line. */
export const sayJson = (value: unknown): void =>
  void process.stdout.write(`${visibleJson(value)}\n`);

/** Prints a message to standard error. */
export const complain = (text: string): void =>
  void process.stderr.write(`sealed-capture-service: ${visibleLines(text)}\n`);

/** Prints a bug with its stack to standard error. */
export const complainOfBug = (error: unknown): void =>
  void process.stderr.write(`${visibleLines(inspect(error))}\n`);
