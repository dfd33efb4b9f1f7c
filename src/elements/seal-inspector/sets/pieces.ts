import {html} from 'lit';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import {shortened} from '../text.js';

/** What stands in a sentence: its own words, the name of a file, or words of others. */
export type Piece = string | {words: string; file?: FileInspection};

/** Shows the file with this id. Without it, names are no buttons. */
export type ShowFile = (id: number) => void;

const FIRST_HERE = 0xe100;
const PLACEHOLDER = /([\ue100-\ue1ff])/;

/** The placeholder of a piece in a sentence. */
export const here = (place: number): string => String.fromCharCode(FIRST_HERE + place);

/** A sentence with these pieces in place of their placeholders. */
export const piecesOf = (sentence: string, ...pieces: readonly Piece[]): Piece[] =>
  sentence.split(PLACEHOLDER).map((part) => pieces[part.charCodeAt(0) - FIRST_HERE] ?? part);

/** Words of a page or a file, as a piece. */
export const foreign = (words: string): Piece => ({words: shortened(visibleText(words))});

/** Renders a sentence: words of others are isolated, so that they do not turn around what is beside them. */
export const renderPieces = (pieces: readonly Piece[], show?: ShowFile) =>
  pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    const {words, file} = piece;
    const name = html`<bdi>${words}</bdi>`;
    if (!file || !show) return name;
    const open = () => show(file.id);
    return html`<button class="to-file" type="button" @click=${open}>${name}</button>`;
  });
