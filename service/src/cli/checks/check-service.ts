import {readAdminTls} from '../../admin/admin-tls.js';
import {readAnchors} from '../../trust/anchor-files.js';
import {requireWritable} from '../../files/writable.js';
import type {Settings} from '../../settings/settings.js';
import {SettingsError} from '../../settings/settings-error.js';
import {webhookKey} from '../../webhooks/signing-key.js';
import {keyWarnings} from './key-warnings.js';
import {limitWarnings} from './limit-warnings.js';
import {liveWarnings} from './live-warnings.js';
import {sandboxWarnings} from './sandbox-warnings.js';

/** What `config check` reports, as sentences. */
export interface Findings {
  /** What keeps the service from starting, or from using its live certificate and key now. */
  faults: string[];
  /** What else keeps an environment from sealing, and probable mistakes. */
  warnings: string[];
}

/** Checks limits, and what the settings name: files, folders, the store, and other services, which are asked. */
export async function checkService(settings: Settings): Promise<Findings> {
  const {trustAnchors, timeStampAnchors, adminTls, auditFolder, dataFolder} = settings;
  const ofAudit = 'name another folder with SEALED_CAPTURE_AUDIT';
  const ends = await Promise.allSettled<unknown>([
    requireWritable(dataFolder, 'name another folder with SEALED_CAPTURE_DATA'),
    auditFolder !== undefined && requireWritable(auditFolder, ofAudit),
    readAnchors(trustAnchors),
    readAnchors(timeStampAnchors),
    adminTls !== undefined && readAdminTls(adminTls),
    settings.webhooks.length > 0 && webhookKey(settings),
    liveWarnings(settings),
    sandboxWarnings(dataFolder),
    keyWarnings(settings),
  ]);
  const findings: Findings = {faults: [], warnings: limitWarnings(settings)};
  for (const end of ends) {
    if (end.status === 'fulfilled') {
      if (Array.isArray(end.value)) findings.warnings.push(...(end.value as string[]));
    } else if (end.reason instanceof SettingsError) findings.faults.push(end.reason.message);
    else throw end.reason;
  }
  return findings;
}
