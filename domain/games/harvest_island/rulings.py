"""Why commands are refused: every rejection code of Harvest Island in a sentence, with the ruling it rests on."""

from domain.kernel.rejection import Refusal

REFUSALS: dict[str, Refusal] = {
    "player_count_out_of_range": Refusal("Two to four seats play."),
    "manifest_inconsistent": Refusal("The component data does not add up; `faults` names every sum that is off."),
    "option_value_invalid": Refusal(
        "A dealt game takes its points from the component data; `as_entered` is for physical tables."
    ),
    "first_player_unknown": Refusal("`first` names no seat of this game; name one, or let the lot decide.", "A32"),
    "first_drawn_by_lot": Refusal("Where the lot decides who goes first, leave `first` out.", "A32"),
    "not_a_seat": Refusal("There is no such seat in this game; seats are numbered from 1."),
    "catastrophe_pending": Refusal("First every seat in `owed` chooses the field that the catastrophe strikes.", "A23"),
    "not_your_turn": Refusal("It is another seat's turn; only a catastrophe asks anything of the others."),
    "no_plays_left": Refusal("Two cards have been played this turn; draw now."),
    "card_not_in_hand": Refusal("The hand does not hold that card."),
    "no_compatible_hand_slot": Refusal("No unknown card of that season is in the hand, and no known one is this card."),
    "unknown_card_class": Refusal(
        "There is no such card. Write fruit, season and points, as in Ba-Sp-3; each season has its own fruits."
    ),
    "card_copies_exhausted": Refusal("All copies of that card are accounted for elsewhere."),
    "not_a_fruit_card": Refusal("Only a fruit card can be sown or planted; use a fertilizer card with `fertilize`."),
    "unknown_field": Refusal("The fields are mountain, hill and plain."),
    "field_already_sown": Refusal("The field has a seed; it takes another one once it has been harvested."),
    "field_not_sown": Refusal("The field has no seed; sow it first."),
    "seed_mismatch": Refusal("A field takes only fruits of its seed's kind."),
    "field_full": Refusal("The field holds as many cards as it can take; fertilizers count too.", "A20"),
    "second_play_impossible": Refusal("After this only fertilizers would be left, and no field could take one.", "A6"),
    "no_fertilizer_in_hand": Refusal("The hand holds no fertilizer card."),
    "fertilizer_not_releasable": Refusal("Only fruit cards are released into the Storage Area."),
    "two_plays_required": Refusal("A cultivation plays two cards before it draws."),
    "count_not_in_mode": Refusal("Only a physical deck can be counted; a dealt game is its own record."),
    "observed_card_unexpected": Refusal("`card` names the choice from the Supply Area; no other source takes one."),
    "season_decks_exhausted": Refusal("All season decks have run out."),
    "season_deck_not_open": Refusal("Cards are drawn from the left-most season deck that has any.", "A7"),
    "supply_empty": Refusal("The Supply Area holds no card.", "A3"),
    "card_choice_required": Refusal("Say with `card` which card of the Supply Area is taken."),
    "card_not_in_supply": Refusal("The Supply Area does not hold that card.", "A11"),
    "replacement_from_deck_required": Refusal(
        "At this table a weather card is replaced from the season deck while there is one.", "A2"
    ),
    "fertilizer_not_earned": Refusal("A fertilizer card is drawn only after both cards were released."),
    "fertilizer_already_taken": Refusal("One fertilizer card at most is drawn in a turn."),
    "fertilizer_area_empty": Refusal("No fertilizer card is left; harvests bring them back.", "A34"),
    "draw_source_available": Refusal("A card can be drawn, and then it must be.", "A5"),
    "cultivation_begun": Refusal("A card was played this turn, so it is a cultivation; harvest in another turn."),
    "no_field_chosen": Refusal("A harvest takes one, two or three fields."),
    "duplicate_field": Refusal("Name each field once."),
    "no_catastrophe_pending": Refusal("No catastrophe waits for a choice.", "A22"),
    "no_choice_owed": Refusal("This seat has nothing to choose in this catastrophe.", "A22"),
    "choice_out_of_order": Refusal("At this table choices are made clockwise; another seat comes first.", "A23"),
    "field_not_most_loaded": Refusal("A catastrophe strikes one of the fields with the most cards.", "A22"),
}
"""What each code means. `game_over`, `game_not_started` and `already_started` are the kernel's."""
