import { useMemo } from 'react'
import { useObjectUrl } from './body/use-object-url'
import styles from './content.module.css'

/** A drawing from a server, as a picture only: nothing in it runs or is fetched. */
export function SvgPicture({ svg }: { readonly svg: string }) {
  const blob = useMemo(() => new Blob([svg], { type: 'image/svg+xml' }), [svg])
  const url = useObjectUrl(blob)
  return (
    <div className={styles['picture']} data-zoom="fit">
      {url !== undefined && <img src={url} alt="Drawing from the server" />}
    </div>
  )
}
