// Read it as the architecture diagram, because it is the one that is enforced.
import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import { dirname, relative, resolve, sep } from 'node:path'
import tseslint from 'typescript-eslint'
import { stayInZone } from './scripts/stay-in-zone.mjs'
import { zones } from './zones.mjs'

const layers = {
  shared: { may: [], packages: ['zod', 're2js'] },
  core: {
    may: ['shared'],
    packages: [
      'node',
      'zod',
      'execa',
      'ws',
      'eventsource-parser',
      '@modelcontextprotocol/client',
      '@napi-rs/keyring',
      'jsonc-parser'
    ]
  },
  preload: { may: ['shared'], packages: ['electron'] },
  renderer: { may: ['shared'], packages: 'any but node and electron' },
  main: { may: ['shared', 'core'], packages: ['node', 'electron', 'zod'] },
  cli: { may: ['shared', 'core'], packages: ['node'] }
}

const root = import.meta.dirname

function layerOf(path) {
  const [top, layer] = relative(root, path).split(sep)
  return top === 'src' ? layer : undefined
}

function packageOf(specifier) {
  if (specifier.startsWith('node:')) return 'node'
  const [scope, name] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

function mayUse(layer, name) {
  const { packages } = layers[layer]
  return typeof packages === 'string'
    ? !['node', 'electron'].includes(name)
    : packages.includes(name)
}

const stayInLayer = {
  create(context) {
    const layer = layerOf(context.filename)
    if (!layer || !(layer in layers)) return {}
    const isTest = /(\.test\.tsx?|testing\.ts)$/.test(context.filename)

    function check(node) {
      const specifier = node.source?.value
      if (typeof specifier !== 'string') return
      if (specifier.startsWith('.')) {
        const target = layerOf(resolve(dirname(context.filename), specifier))
        if (target === layer || layers[layer].may.includes(target)) return
        context.report({
          node,
          message: `${layer} may not import from ${target ?? 'outside src'}.`
        })
      } else if (!isTest && !mayUse(layer, packageOf(specifier))) {
        context.report({ node, message: `${layer} may not use ${packageOf(specifier)}.` })
      }
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check
    }
  }
}

/** JSON.parse changes numbers of many digits without a word. Tests may read what they wrote. */
const readJsonExactly = {
  create(context) {
    const isExempt = /(\.test\.tsx?|testing\.tsx?|shared\/json\/json\.ts)$/.test(context.filename)
    if (!layerOf(context.filename) || isExempt) return {}
    return {
      "MemberExpression[object.name='JSON'][property.name='parse']"(node) {
        context.report({ node, message: 'Read JSON with fromJson, which keeps all digits.' })
      }
    }
  }
}

const markupSinks = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML']

export default tseslint.config(
  { ignores: ['out', 'dist', '.cache', 'node_modules', 'test-results'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: root
      }
    },
    plugins: {
      patchbay: {
        rules: {
          'stay-in-layer': stayInLayer,
          'stay-in-zone': stayInZone(root, zones),
          'read-json-exactly': readJsonExactly
        }
      }
    },
    rules: {
      'patchbay/stay-in-layer': 'error',
      'patchbay/stay-in-zone': 'error',
      'patchbay/read-json-exactly': 'error',
      'max-lines': ['error', 400],
      'no-console': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-restricted-syntax': [
        'error',
        {
          selector: `JSXAttribute[name.name=/^(${markupSinks.join('|')})$/]`,
          message: 'Text from a server never becomes markup.'
        },
        {
          selector: `MemberExpression[property.name=/^(${markupSinks.join('|')})$/]`,
          message: 'Text from a server never becomes markup.'
        },
        {
          selector:
            "CallExpression[callee.property.name='toMatchObject'] Property > Literal.value[regex]",
          message: 'Any text matches a pattern there: use expect.stringMatching.'
        }
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true }
      ],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }]
    }
  },
  {
    files: ['src/renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error'
    }
  },
  {
    files: ['src/main/**/*.ts'],
    ignores: ['src/main/window/window.ts', 'src/main/**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(NewExpression[callee.name=/^(BrowserWindow|BaseWindow|WebContentsView)$/],' +
            'NewExpression[callee.property.name=/^(BrowserWindow|BaseWindow|WebContentsView)$/])',
          message: 'Windows are made in window.ts only, where they are hardened.'
        },
        {
          selector: "MemberExpression[property.name='ipc']",
          message: 'Requests come in through ipc/register.ts only.'
        }
      ]
    }
  },
  {
    files: ['src/main/**/*.ts'],
    ignores: ['src/main/ipc/register.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'electron',
              importNames: ['ipcMain'],
              message: 'Requests come in through ipc/register.ts only.'
            }
          ]
        }
      ]
    }
  },
  {
    files: ['src/{core,main,cli}/**/*.ts'],
    ignores: ['src/core/network/lookup.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'It does not look names up by network/lookup.ts.' }
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: ['node:dns', 'node:dns/promises'].map((name) => ({
            name,
            message: 'Names are looked up by network/lookup.ts only.'
          }))
        }
      ]
    }
  },
  {
    files: [
      'scripts/**/*.mjs',
      'resources/**/*.mjs',
      'bench/**/*.{mjs,cjs}',
      'e2e/auth/**/*.{mjs,cjs}',
      '*.mjs',
      'bin/patchbay'
    ],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'Buffer',
          'URL',
          'performance',
          'setTimeout',
          'setInterval',
          'clearTimeout',
          'AbortController',
          'fetch',
          'Response',
          'URLSearchParams',
          'require',
          '__dirname',
          'PerformanceObserver',
          // Of the page that a measurement looks at.
          'MutationObserver',
          'MessageChannel',
          'document',
          'requestAnimationFrame'
        ].map((name) => [name, 'readonly'])
      )
    },
    rules: {
      'max-lines': ['error', 400],
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }]
    }
  }
)
