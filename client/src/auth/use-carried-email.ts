import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The email of a page of the way in; it begins as the one that the address of the page carries. */
export function useCarriedEmail(): [email: string, setEmail: (email: string) => void] {
  const [query] = useSearchParams();
  return useState(query.get('email') ?? '');
}
