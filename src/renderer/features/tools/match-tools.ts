import { titleOf, type Tool } from '../../../shared/catalogue'

/** Tools in whose name or title every word of the filter occurs. */
export function matchTools(tools: readonly Tool[], filter: string): readonly Tool[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return tools
  return tools.filter((tool) => {
    const text = `${tool.name} ${titleOf(tool)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
