/** A way in which a page hides an element without removing it. The functions run in the page, also as text. */
export interface WayToHide {
  name: string;
  /** HTML of the container; `<capture-image>` is the element. */
  html: string;
  hide: (container: HTMLElement) => void;
  show: (container: HTMLElement) => void;
}

const element = '<capture-image></capture-image>';
/** The element is slotted into the shadow tree of its container, between a part of that tree and a slot. */
const slotted = `<section><template shadowrootmode="open"><div><slot></slot></div></template>${element}</section>`;
/** The container is in a shadow tree, and the element in one inside it. */
const nested = `<section><template shadowrootmode="open"><div><article><template shadowrootmode="open">${element}</template></article></div></template></section>`;

export const waysToHide: readonly WayToHide[] = [
  {
    name: 'a closed dialog',
    html: `<dialog open>${element}</dialog>`,
    hide: (dialog) => (dialog as HTMLDialogElement).close(),
    show: (dialog) => (dialog as HTMLDialogElement).showModal(),
  },
  {
    name: 'a closed popover',
    html: `<div popover="manual">${element}</div>`,
    hide: (popover) => popover.hidePopover(),
    show: (popover) => popover.showPopover(),
  },
  {
    name: 'closed details',
    html: `<details open>${element}</details>`,
    hide: (details) => ((details as HTMLDetailsElement).open = false),
    show: (details) => ((details as HTMLDetailsElement).open = true),
  },
  {
    name: 'a hidden tab panel',
    html: `<div role="tabpanel">${element}</div>`,
    hide: (panel) => (panel.hidden = true),
    show: (panel) => (panel.hidden = false),
  },
  {
    name: 'a panel that is hidden until found',
    html: `<div>${element}</div>`,
    hide: (panel) => panel.setAttribute('hidden', 'until-found'),
    show: (panel) => panel.removeAttribute('hidden'),
  },
  {
    name: 'its own hidden attribute',
    html: `<div>${element}</div>`,
    hide: (box) => ((box.firstElementChild as HTMLElement).hidden = true),
    show: (box) => ((box.firstElementChild as HTMLElement).hidden = false),
  },
  {
    name: 'its own content-visibility',
    html: `<div>${element}</div>`,
    hide: (box) => ((box.firstElementChild as HTMLElement).style.contentVisibility = 'hidden'),
    show: (box) => ((box.firstElementChild as HTMLElement).style.contentVisibility = ''),
  },
  {
    name: 'content-visibility of an ancestor',
    html: `<div>${element}</div>`,
    hide: (box) => (box.style.contentVisibility = 'hidden'),
    show: (box) => (box.style.contentVisibility = ''),
  },
  {
    name: 'display: none around its slot',
    html: slotted,
    hide: ({shadowRoot}) =>
      shadowRoot?.querySelector('div')?.setAttribute('style', 'display: none'),
    show: ({shadowRoot}) => shadowRoot?.querySelector('div')?.removeAttribute('style'),
  },
  {
    name: 'display: none two shadow trees above',
    html: nested,
    hide: ({shadowRoot}) =>
      shadowRoot?.querySelector('div')?.setAttribute('style', 'display: none'),
    show: ({shadowRoot}) => shadowRoot?.querySelector('div')?.removeAttribute('style'),
  },
  {
    name: 'a slot that it has left',
    html: slotted,
    hide: ({firstElementChild}) => firstElementChild?.setAttribute('slot', 'none'),
    show: ({firstElementChild}) => firstElementChild?.removeAttribute('slot'),
  },
  {
    name: 'visibility: hidden',
    html: `<div>${element}</div>`,
    hide: (box) => (box.style.visibility = 'hidden'),
    show: (box) => (box.style.visibility = ''),
  },
  {
    name: 'inert',
    html: `<div>${element}</div>`,
    hide: (box) => (box.inert = true),
    show: (box) => (box.inert = false),
  },
  {
    name: 'inert around its slot',
    html: slotted,
    hide: ({shadowRoot}) => shadowRoot?.querySelector('div')?.setAttribute('inert', ''),
    show: ({shadowRoot}) => shadowRoot?.querySelector('div')?.removeAttribute('inert'),
  },
  {
    name: 'inert two shadow trees above',
    html: nested,
    hide: ({shadowRoot}) => shadowRoot?.querySelector('div')?.setAttribute('inert', ''),
    show: ({shadowRoot}) => shadowRoot?.querySelector('div')?.removeAttribute('inert'),
  },
];
