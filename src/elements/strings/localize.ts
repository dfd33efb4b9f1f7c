import {LocalizeController} from '@shoelace-style/localize';
import type {Catalogue} from './catalogue.js';
import './en.js';

/** Gives an element its terms, dates and numbers in the language of its `lang`, or of the page's. */
export class Localize extends LocalizeController<Catalogue> {}
