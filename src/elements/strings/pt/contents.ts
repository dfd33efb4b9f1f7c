import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {contents as English} from '../en/contents.js';
import {own} from '../wording.js';
import {unblock} from './way-out.js';

const noFix =
  'Verifique se a localização está ativada nas configurações deste aparelho e vá para um lugar aberto ou perto de uma janela.';

const placeHelp: Record<string, (browser: BrowserFamily) => string> = {
  permission_denied: (browser) => unblock(browser, 'Localização').replaceAll('\n', ' '),
  permission_not_requested: () => 'Escolha “Permitir”: seu navegador perguntará.',
  policy_blocked: () =>
    'O site que incorpora esta página não permite. Avise o responsável pela página.',
  timeout: () => noFix,
  error: () => noFix,
};

const reasons: Record<string, string> = {
  permission_denied: 'Não permitido.',
  permission_not_requested: 'Ainda não foi perguntado.',
  not_supported: 'Não disponível neste navegador.',
  not_available: 'Sem valor no momento.',
  timeout: 'Ainda sem resposta.',
  insecure_context: 'Só em páginas com https.',
  policy_blocked: 'Esta página não pode perguntar.',
  disabled: 'Desativado nesta página.',
  error: 'O sensor falhou.',
};

export const contents: Partial<typeof English> = {
  captureWillBeSealed: 'O que será selado',
  captureClose: 'Fechar',
  captureAllow: 'Permitir',
  capturePlaceHelp: (reason, browser) => placeHelp[reason]?.(browser) ?? '',
  capturePlaceAgain: 'Tentar de novo',
  captureBlurred: (distance) => `Reduzida à precisão de ${distance}`,
  captureUnavailable: (reason) => own(reasons, reason) ?? `Sem valor (${reason}).`,
};
