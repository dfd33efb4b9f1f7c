'use client';
import {createComponent} from '@lit/react';
import React from 'react';
import {CaptureAudio as Element} from '../../elements/capture-audio.js';
import type {ElementComponent} from './component.js';
import {listenersOf} from './listeners.js';

/** `<capture-audio>` as a component of React. */
export const CaptureAudio = createComponent({
  react: React,
  tagName: 'capture-audio',
  elementClass: Element,
  displayName: 'CaptureAudio',
  events: listenersOf<'capture-audio'>({
    onConfigurationError: 'configuration-error',
    onFormstatechange: 'formstatechange',
    onPermissionChange: 'permission-change',
    onStorageLow: 'storage-low',
    onVisibilityChange: 'visibility-change',
  }),
}) as ElementComponent<'capture-audio'>;
