import {html, nothing} from 'lit';
import type {AddressProblem} from '../../../core/inspection/address/address-rules.js';
import {exclamationIcon} from '../../icons.js';
import type {View} from '../../metadata/view.js';
import {percent} from '../format.js';

/** An address that was given, and by whom: the page as `source`, or a person. */
export interface AddressRequest {
  given: string;
  isSource: boolean;
}

/** `address` is the address as people see it. */
export type AddressState =
  | {name: 'closed'}
  | {name: 'fetching'; request: AddressRequest; address: string; share?: number}
  | {name: 'failed'; request: AddressRequest; address: string; problem: AddressProblem};

export interface AddressHandlers {
  onOpen: () => void;
  onSubmit: (event: SubmitEvent) => void;
  onKeydown: (event: KeyboardEvent) => void;
  onCloseForm: () => void;
  onCancel: () => void;
  onAgain: () => void;
  onDismiss: () => void;
}

/** Problems that may be gone with the next attempt. */
const passing: readonly AddressProblem[] = ['closed', 'refused', 'failing', 'late'];

/** Renders the button that shows a field for an address; then the field, progress or a failure. `text` is what is in the field; undefined while it is closed. */
export function renderAddress(
  state: AddressState,
  text: string | undefined,
  handlers: AddressHandlers,
  view: View,
) {
  const isFetching = state.name === 'fetching';
  const hasForm = text !== undefined && !isFetching;
  const hasButton = text === undefined && !isFetching;
  return html`${
      hasButton
        ? html`<button
            class="link"
            id="address-open"
            part="address-button"
            type="button"
            @click=${handlers.onOpen}
          >
            ${view.localize.term('addressFrom')}
          </button>`
        : nothing
    }
    <div class="visually-hidden" aria-live="polite" aria-atomic="true">${saidOf(state, view)}</div>
    ${
      hasForm || state.name !== 'closed'
        ? html`<div class="address" part="address">
            ${hasForm ? renderForm(state, text, handlers, view) : nothing}
            ${renderState(state, handlers, view)}
          </div>`
        : nothing
    }`;
}

function renderForm(state: AddressState, text: string, handlers: AddressHandlers, view: View) {
  const {localize} = view;
  const isWrong = state.name === 'failed' && state.problem === 'wrong';
  return html`<form novalidate @submit=${handlers.onSubmit} @keydown=${handlers.onKeydown}>
    <label for="address">${localize.term('addressLabel')}</label>
    <div class="row">
      <input
        id="address"
        type="url"
        autocomplete="off"
        spellcheck="false"
        placeholder="https://…"
        .value=${text}
        aria-invalid=${isWrong}
        aria-describedby=${isWrong ? 'address-problem' : 'address-hint'}
      />
      <button class="button primary" type="submit">${localize.term('addressCheck')}</button>
      <button class="button" type="button" @click=${handlers.onCloseForm}>
        ${view.term('cancel')}
      </button>
    </div>
    <p class="quiet" id="address-hint">${localize.term('addressHint')}</p>
  </form>`;
}

function renderState(state: AddressState, handlers: AddressHandlers, view: View) {
  const {localize} = view;
  switch (state.name) {
    case 'closed':
      return nothing;
    case 'fetching':
      return html`<div class="fetching panel">
        <div>
          <label for="address-progress">${stepOf(state, view)}</label>
          <progress id="address-progress" value=${state.share ?? nothing}></progress>
          <p class="quiet"><bdi>${state.address}</bdi></p>
        </div>
        <button class="button" type="button" @click=${handlers.onCancel}>
          ${view.term('cancel')}
        </button>
      </div>`;
    case 'failed':
      return html`<section
        class="problem panel"
        id="address-problem"
        aria-label=${localize.term('addressProblem', state.problem)}
      >
        ${exclamationIcon()}
        <div>
          <p><b>${localize.term('addressProblem', state.problem)}</b></p>
          <p>${localize.term('addressHelp', state.problem)}</p>
          ${state.address ? html`<p class="quiet"><bdi>${state.address}</bdi></p>` : nothing}
          <div class="buttons">
            ${
              passing.includes(state.problem)
                ? html`<button class="button again" type="button" @click=${handlers.onAgain}>
                    ${view.term('tryAgain')}
                  </button>`
                : nothing
            }
            <button class="button dismiss" type="button" @click=${handlers.onDismiss}>
              ${localize.term('addressClose')}
            </button>
          </div>
        </div>
      </section>`;
  }
}

const stepOf = ({share}: {share?: number}, {localize, format}: View): string =>
  share === undefined
    ? localize.term('addressFetching')
    : localize.term('addressShare', percent(format, share));

/** One sentence for each step; the progress would interrupt all the time. */
function saidOf(state: AddressState, {localize}: View): string {
  if (state.name === 'closed') return '';
  if (state.name === 'fetching') return localize.term('addressFetching');
  const {problem} = state;
  const heading = localize.term('addressProblem', problem);
  return localize.term('problemSaid', heading, localize.term('addressHelp', problem));
}
