/**
 * Within a layer, the folders from low to high: a file imports from its own folder and from those that
 * come before it, so no two folders import each other. '.' is the folder of the layer itself.
 */
export const zones = {
  shared: [
    'json',
    'text',
    'protocol',

    // Servers, and the schemas of their tools.
    'servers',
    'schema/formats',
    'schema/patterns',
    'schema/checks',
    'schema',
    'schema/fixtures',

    // What passes, and what becomes of it.
    'traffic',
    'calls',
    'advice',
    'verdicts',
    'shape',
    'question',
    'sign-in',
    'query',
    'pasted',

    'ipc'
  ],
  core: [
    // Knows nothing of MCP.
    'values',
    'time',
    'text',
    'bounds',
    'redaction',
    'problems',
    'disk',
    'jsonc',
    'query',
    'channel',
    'process',

    // Servers as they are written down.
    'references',
    'address',
    'hiding',
    'secrets',
    'server-file',
    'foreign',
    'trust/warnings',
    'trust',

    // Servers as they are reached.
    'network',
    'traffic',
    'metrics',
    'rules',
    'framing',
    'wire',
    'http',
    'transport',

    // What is kept.
    'audit',
    'audit/log',
    'store/rows',
    'store/views',
    'store',
    'ledger',

    'question',
    'servers',

    // One conversation, one open server, all of them.
    'conversation',
    'catalogue',
    'session',
    'workbench',

    'consent',
    'sampling',
    'auth/fakes',
    'auth',
    'auth-debugger',

    'body',
    'doctor',
    'watch',
    'polling',
    'profile',
    'snippets',
    'desk'
  ],
  cli: ['output', 'profile', 'arguments', 'commands', '.'],
  main: ['ipc', 'profile', 'records', 'handlers', 'window', '.'],
  renderer: [
    'styles',
    'bridge',

    // Parts of a window that know no server: text, lists, editors.
    'ui/text',
    'ui/time',
    'ui/attention',
    'ui/list',
    'ui/json-tree',
    'ui/editor',

    // What is known of the app; feed.ts in window/ writes most of it.
    'stores/window',
    'stores/servers',
    'stores/calls',
    'stores/kept',
    'stores/records',

    // Parts that tell of a failure, or keep how large they are.
    'ui/controls',
    'ui/panes',

    'prompt',

    // Lists of what was recorded, and their filter.
    'records',
    'records/filter',

    // One server, one frame, one call, one content: what several features show or do with it.
    'features/server',
    'features/frame',
    'features/content/body',
    'features/content',
    'features/exchange',
    'features/catalogue',
    'features/completion',
    'features/schema-form/schema',
    'features/schema-form/controls',
    'features/schema-form',
    'features/call',

    'features/history',
    'features/watch',
    'features/inbox/item',
    'features/inbox/sampling',
    'features/inbox',

    'features/tools/progress',
    'features/tools/list',
    'features/tools/header',
    'features/tools/arguments',
    'features/tools/outcome',
    'features/tools',
    'features/resources',
    'features/prompts',

    'features/timeline',
    'features/metrics',
    'features/traffic/actions',
    'features/traffic/send',
    'features/traffic/detail',
    'features/traffic/list',
    'features/traffic',
    'features/logs',
    'features/audit',

    'features/settings',
    'features/import',
    'features/export',
    'features/editor',
    'features/authorization',
    'features/sign-in',
    'features/doctor',
    'features/post-mortem',
    'features/info',

    'features/workspace',
    'features/server-list',
    'features/problems',
    'features/palette',

    'window',
    '.'
  ]
}
