/** What of Monaco is loaded, late: all of its features, because they rely on one another, and JSON. */
import 'monaco-editor/features/register.all'

export { jsonDefaults } from 'monaco-editor/languages/features/json/register'
export * as monaco from 'monaco-editor/editor'
