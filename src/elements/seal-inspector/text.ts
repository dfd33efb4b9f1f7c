import type {TemplateResult} from 'lit';
import {first} from '../metadata/isolated.js';

/** Longest name in characters within a sentence; the certificate shows all of it. */
const NAME = 80;

export const shortened = (text: string): string =>
  text.length > NAME ? `${first(text, NAME)}…` : text;

/** Placeholders in a sentence for elements. */
export const NAME_HERE = '\ue000';
export const TIME_HERE = '\ue001';

/** A sentence with elements in place of {@link NAME_HERE} and {@link TIME_HERE}. */
export const filled = (
  sentence: string,
  parts: {name?: TemplateResult; time?: TemplateResult},
): unknown[] =>
  sentence.split(/([\ue000\ue001])/).map((piece) => {
    if (piece === NAME_HERE) return parts.name;
    return piece === TIME_HERE ? parts.time : piece;
  });
