import type {TemplateResult} from 'lit';
import {first} from '../metadata/isolated.js';

/** Characters of a name within a sentence; whole where the certificate is shown. */
const NAME = 80;

export const shortened = (text: string): string =>
  text.length > NAME ? `${first(text, NAME)}…` : text;

/** Stand in a sentence of the catalogue for what is put there as an element of its own. */
export const NAME_HERE = '\ue000';
export const TIME_HERE = '\ue001';

/** A sentence with elements in the places of {@link NAME_HERE} and {@link TIME_HERE}. */
export const filled = (
  sentence: string,
  parts: {name?: TemplateResult; time?: TemplateResult},
): unknown[] =>
  sentence.split(/([\ue000\ue001])/).map((piece) => {
    if (piece === NAME_HERE) return parts.name;
    return piece === TIME_HERE ? parts.time : piece;
  });
