'use client';
import {createComponent} from '@lit/react';
import React from 'react';
import {SealInspector as Element} from '../../elements/seal-inspector.js';
import type {ElementComponent} from './component.js';
import {listenersOf} from './listeners.js';

/** `<seal-inspector>` as a component of React. */
export const SealInspector = createComponent({
  react: React,
  tagName: 'seal-inspector',
  elementClass: Element,
  displayName: 'SealInspector',
  events: listenersOf<'seal-inspector'>({
    onConfigurationError: 'configuration-error',
    onInspected: 'inspected',
    onInspectError: 'inspect-error',
    onSetsJudged: 'sets-judged',
  }),
}) as ElementComponent<'seal-inspector'>;
