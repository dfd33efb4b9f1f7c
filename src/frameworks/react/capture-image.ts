'use client';
import {createComponent} from '@lit/react';
import React from 'react';
import {CaptureImage as Element} from '../../elements/capture-image.js';
import type {ElementComponent} from './component.js';
import {listenersOf} from './listeners.js';

/** `<capture-image>` as a component of React. */
export const CaptureImage = createComponent({
  react: React,
  tagName: 'capture-image',
  elementClass: Element,
  displayName: 'CaptureImage',
  events: listenersOf<'capture-image'>({
    onLicensePlate: 'license-plate',
    onConfigurationError: 'configuration-error',
    onFillChange: 'fill-change',
    onFormstatechange: 'formstatechange',
    onPermissionChange: 'permission-change',
    onShotsComplete: 'shots-complete',
    onJobDone: 'job-done',
    onStorageLow: 'storage-low',
  }),
}) as ElementComponent<'capture-image'>;
