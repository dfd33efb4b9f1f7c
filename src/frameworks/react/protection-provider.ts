'use client';
import {createComponent} from '@lit/react';
import React from 'react';
import {ProtectionProvider as Element} from '../../elements/protection-provider.js';
import type {ElementComponent} from './component.js';
import {listenersOf} from './listeners.js';

/** `<protection-provider>` as a component of React. */
export const ProtectionProvider = createComponent({
  react: React,
  tagName: 'protection-provider',
  elementClass: Element,
  displayName: 'ProtectionProvider',
  events: listenersOf<'protection-provider'>({
    onLicensePlate: 'license-plate',
    onConfigurationError: 'configuration-error',
    onFillChange: 'fill-change',
    onFormstatechange: 'formstatechange',
    onPermissionChange: 'permission-change',
    onShotsComplete: 'shots-complete',
    onJobDone: 'job-done',
    onStorageLow: 'storage-low',
    onVisibilityChange: 'visibility-change',
  }),
}) as ElementComponent<'protection-provider'>;
