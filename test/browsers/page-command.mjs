// Lets a browser test change its page: permissions, location, and anything in the debugging protocol.
// Answers {unsupported} if the browser is not controlled by Playwright.

export const pageCommands = () => {
  const debuggers = new WeakMap();
  return {
    name: 'page-commands',
    async executeCommand({command, payload, session}) {
      if (!command.startsWith('page:')) return undefined;
      if (session.browser.type !== 'playwright') return {unsupported: session.browser.type};
      const page = session.browser.getPage(session.id);
      const context = page.context();
      switch (command) {
        case 'page:permissions':
          await context.clearPermissions();
          await context.grantPermissions(payload);
          return {};
        case 'page:place':
          await context.setGeolocation(payload);
          return {};
        case 'page:debug': {
          if (!debuggers.has(page)) debuggers.set(page, context.newCDPSession(page));
          const debugging = await debuggers.get(page);
          return (await debugging.send(payload.method, payload.params)) ?? {};
        }
        default:
          throw new Error(`unknown command ${command}`);
      }
    },
  };
};
